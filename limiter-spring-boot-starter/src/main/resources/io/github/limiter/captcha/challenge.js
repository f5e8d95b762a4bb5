(() => {
  'use strict';

  const main = document.querySelector('main');
  const say = main.dataset;
  const at = id => document.getElementById(id);
  const form = at('form'), picture = at('picture'), image = at('image'), answer = at('answer');
  const progress = at('progress'), go = at('go'), another = at('another'), compute = at('compute');
  let shown = null;

  const tell = message => { at('status').textContent = message; };

  const busy = working => {
    form.setAttribute('aria-busy', working);
    for (const button of [go, another, compute]) button.disabled = working;
  };

  // What the server answered, or an error that has its status; none if the server cannot be reached.
  const ask = async (url, options) => {
    const response = await fetch(url, { cache: 'no-store', credentials: 'same-origin', ...options });
    if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status });
    return response.json();
  };

  const issue = provider => ask(say.endpoint + (provider ? '?provider=' + provider : ''));

  const send = async (challenge, text) => {
    tell(say.checking);
    await ask(say.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: challenge.id, answer: text }),
    });
    tell(say.done);
    const target = new URL(say.return, location.href);
    if (target.origin !== location.origin) return;
    if (target.pathname + target.search === location.pathname + location.search) location.reload();
    else location.replace(target.href);
  };

  const showPicture = async () => {
    shown = await issue('');
    if (!shown.image) return false;
    image.src = shown.image;
    answer.value = '';
    for (const part of [picture, another]) part.hidden = false;
    compute.hidden = !say.alternative;
    answer.focus();
    return true;
  };

  // Runs an action of the person; afterwards, whatever happened, he can go on.
  const run = async (action, again) => {
    busy(true);
    try {
      await action();
    } catch (e) {
      progress.hidden = true;
      busy(false);
      const message = e.status === 400 ? say.wrong : e.status === 429 ? say.limited : say.failed;
      if (e.status === 400 && again) await again().catch(() => {});
      tell(message);
      return;
    }
    busy(false);
  };

  const byWork = async () => {
    tell(say.working);
    progress.hidden = false;
    progress.value = 0;
    const next = await issue('altcha');
    const asked = next.challenge;
    const number = await solve(asked, share => { progress.value = share * 100; });
    progress.hidden = true;
    await send(next, btoa(JSON.stringify({
      algorithm: asked.algorithm, challenge: asked.challenge, number, salt: asked.salt, signature: asked.signature,
    })));
  };

  // A few thousand numbers at a time, so that the page stays alive. Not by crypto.subtle: that is for TLS alone.
  const solve = (asked, report) => new Promise((resolve, reject) => {
    const wanted = asked.challenge.match(/.{8}/g).map(word => parseInt(word, 16) | 0);
    let number = 0;
    const some = () => {
      for (let end = number + 4000; number < end; number++) {
        if (number > asked.maxnumber) return reject(new Error('no number'));
        if (hashes(asked.salt + number, wanted)) return resolve(number);
      }
      report(number / asked.maxnumber);
      setTimeout(some);
    };
    some();
  });

  // SHA-256 (FIPS 180-4) of ASCII text; the constants are the first bits of roots of primes.
  const K = new Int32Array(64), START = new Int32Array(8), W = new Int32Array(64);
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; }
    if (!prime) continue;
    const bits = root => ((root - Math.floor(root)) * 0x100000000) | 0;
    if (found < 8) START[found] = bits(Math.sqrt(n));
    K[found++] = bits(Math.cbrt(n));
  }
  const turned = (x, by) => (x >>> by) | (x << (32 - by));
  const hashes = (text, wanted) => {
    const length = text.length, blocks = (length + 72) >> 6;
    const H = Int32Array.from(START);
    for (let block = 0; block < blocks; block++) {
      for (let i = 0; i < 16; i++) {
        let word = 0;
        for (let j = 0; j < 4; j++) {
          const index = block * 64 + i * 4 + j;
          word = (word << 8) | (index < length ? text.charCodeAt(index) : index === length ? 0x80 : 0);
        }
        W[i] = word;
      }
      if (block === blocks - 1) W[15] = length * 8;
      for (let i = 16; i < 64; i++) {
        const x = W[i - 15], y = W[i - 2];
        W[i] = (W[i - 16] + W[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3))
          + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10))) | 0;
      }
      let [a, b, c, d, e, f, g, h] = H;
      for (let i = 0; i < 64; i++) {
        const t1 = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
        const t2 = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
      }
      H[0] += a; H[1] += b; H[2] += c; H[3] += d; H[4] += e; H[5] += f; H[6] += g; H[7] += h;
    }
    return H[0] === wanted[0] && H.every((word, i) => word === wanted[i]);
  };

  // A service's own widget: its script draws it, and yields a token.
  const byWidget = async () => {
    shown = await issue('');
    go.hidden = true;
    window.limiterReady = () => window[say.global].render('#widget', {
      sitekey: shown.challenge,
      callback: token => run(() => send(shown, token), byWidgetAgain),
    });
    const script = document.createElement('script');
    script.src = say.script + '?render=explicit&onload=limiterReady';
    script.onerror = () => tell(say.failed);
    document.head.append(script);
  };
  const byWidgetAgain = async () => {
    shown = await issue('');
    window[say.global].reset();
  };

  form.addEventListener('submit', event => {
    event.preventDefault();
    if (picture.hidden) run(byWork);
    else run(() => send(shown, answer.value), showPicture);
  });
  another.addEventListener('click', () => run(showPicture));
  compute.addEventListener('click', () => run(byWork));

  if (say.script) run(byWidget);
  else if (say.provider === 'image') run(async () => { if (await showPicture()) tell(''); });
  else { tell(say.ready); go.focus(); }
})();
