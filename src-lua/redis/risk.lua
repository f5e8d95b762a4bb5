-- Notes what happened to subjects in scenes of risk control and answers with the values of their gauges. Twin of the
-- classes ...Gauge.java, in which each gauge is described; arithmetic on whole numbers, rounded down, below 2^53.
-- Follows common.lua.
--
-- KEYS   for each observation: its hash, then a key for each of its gauges that keeps a set
-- ARGV   [1] see common.lua; then two for each observation, in JSON, which is read faster than so many arguments: what all
--        of one scene have in common [µs that its state is worth keeping, field, numbers of the state, their format for
--        struct, then for each gauge: kind, numbers of its own, two settings]; and [for each gauge: input, false to only
--        read; second input]
-- State  hash: field = when its end was last put off, then the numbers of all gauges, as doubles (struct); sets:
--        HyperLogLogs. Another set of rules has another field: nodes whose rules differ do not disturb each other.
-- Reply  the values of all gauges, in their order
-- TTL    what the state is worth keeping and a quarter more, put off when that quarter is over; sets twice their window

local abs, floor, max, min = math.abs, math.floor, math.max, math.min
local MOST = 1000000
local ONE = 1000000

-- In milliseconds: the product must stay exact.
local function weighted(before, elapsed, window)
  return floor(before * floor((window - max(0, elapsed)) / 1000) / floor(window / 1000))
end

local function share(before, fits)
  return floor((before * 7 + (fits and ONE or 0)) / 8)
end

local function count(s, o, window, _, input)
  local number = max(floor(now / window), s[o + 1])
  local current = number == s[o + 1] and s[o + 2] or 0
  local before = number == s[o + 1] and s[o + 3] or number == s[o + 1] + 1 and s[o + 2] or 0
  if input then
    current = min(MOST, current + input)
    s[o + 1], s[o + 2], s[o + 3] = number, current, before
  end
  return current + weighted(before, now - number * window, window)
end

local function ratio(s, o, window, minimum, input)
  local number = max(floor(now / window), s[o + 1])
  local attempts, attempts_before, failures, failures_before = 0, 0, 0, 0
  if number == s[o + 1] then
    attempts, attempts_before, failures, failures_before = s[o + 2], s[o + 3], s[o + 4], s[o + 5]
  elseif number == s[o + 1] + 1 then
    attempts_before, failures_before = s[o + 2], s[o + 4]
  end
  if input then
    attempts = min(MOST, max(0, attempts + input % 1000 - floor(input / 1000000)))
    failures = min(MOST, failures + floor(input % 1000000 / 1000))
    s[o + 1], s[o + 2], s[o + 3], s[o + 4], s[o + 5] = number, attempts, attempts_before, failures, failures_before
  end
  local elapsed = now - number * window
  local all = attempts + weighted(attempts_before, elapsed, window)
  local failed = failures + weighted(failures_before, elapsed, window)
  return all < minimum and 0 or min(1000, floor(failed * 1000 / all))
end

local function streak(s, o, pause, _, input)
  local length = now - s[o + 1] > pause and 0 or s[o + 2]
  if input then
    length = input == 0 and floor(length / 2) or min(MOST, length + 1)
    s[o + 1], s[o + 2] = max(now, s[o + 1]), length
  end
  return length
end

local function measure_beat(s, o, interval)
  local beat = s[o + 2]
  if beat == 0 then
    s[o + 2] = interval
    return
  end
  local beats = max(1, floor((interval + floor(beat / 2)) / beat))
  local fits = beats <= 4 and abs(interval - beats * beat) * 10 <= beat
  s[o + 3] = share(s[o + 3], fits)
  if fits then
    s[o + 2], s[o + 4] = floor((beat * 7 + floor(interval / beats)) / 8), 0
  else
    s[o + 4] = s[o + 4] + 1
    if s[o + 4] >= 3 then
      s[o + 2], s[o + 4] = interval, 0
    end
  end
end

local function beat(s, o, pause, _, input)
  local last = s[o + 1]
  local interval = now - last
  if last ~= 0 and interval > pause then
    if not input then
      return 0
    end
    s[o + 2], s[o + 3], s[o + 4] = 0, 0, 0
  elseif input and last ~= 0 and interval > 100000 then
    measure_beat(s, o, interval)
  end
  if input and (last == 0 or interval < 0 or interval > 100000) then
    s[o + 1] = now
  end
  return floor(s[o + 3] * 1000 / ONE)
end

local function sequence(s, o, pause, step, id, route)
  local over = s[o + 1] ~= 0 and now - s[o + 1] > pause
  if not id then
    return over and 0 or floor(s[o + 5] * 1000 / ONE)
  end
  local begins = over or s[o + 1] == 0
  if not begins and s[o + 2] ~= route then
    s[o + 6] = s[o + 6] + 1
    begins = s[o + 6] >= 3
  elseif not begins then
    local by = id - s[o + 3]
    s[o + 6] = 0
    if by ~= 0 then
      local direction = by > 0 and 1 or -1
      local near = abs(by) <= step
      s[o + 5] = share(s[o + 5], near and direction ~= -s[o + 4])
      s[o + 3], s[o + 4] = id, near and direction or 0
    end
  end
  if begins then
    s[o + 2], s[o + 3], s[o + 4], s[o + 5], s[o + 6] = route, id, 0, 0, 0
  end
  s[o + 1] = max(now, s[o + 1])
  return floor(s[o + 5] * 1000 / ONE)
end

local function flow(s, o, window, _, input)
  local elapsed = s[o + 1] == 0 and window or min(window, max(0, now - s[o + 1]))
  if input == 1 then
    s[o + 1] = now
  end
  return floor((input == 2 and elapsed or window) / 1000)
end

local function since(s, o, window, _, input)
  if input then
    s[o + 1] = now
  end
  return s[o + 1] == 0 and 0 or floor(max(0, window - max(0, now - s[o + 1])) / 1000)
end

-- What so many different ones of so many calls mean: themselves, or their share.
local function meaning(different, calls, minimum)
  if not minimum then
    return min(MOST, different)
  end
  return calls < minimum and 0 or min(1000, floor(different * 1000 / calls))
end

-- Its last number is how many the set has: it is counted only when something new has come.
local function distinct(s, o, window, minimum, input, key)
  local start = s[o + 1]
  if not input and start == 0 then
    return 0
  end
  local age = max(0, now - start)
  if start == 0 or age >= window then
    local before = 0
    if start ~= 0 and age < 2 * window then
      before = weighted(meaning(s[o + 4], s[o + 3], minimum), age - window, window)
    end
    if not input then
      return before
    end
    if start ~= 0 then
      redis.call('DEL', key)
    end
    s[o + 1], s[o + 2], s[o + 3], s[o + 4] = now, before, 0, 0
    age = 0
  end
  if input then
    if redis.call('PFADD', key, input) == 1 then
      s[o + 4] = redis.call('PFCOUNT', key)
    end
    s[o + 3] = s[o + 3] + 1
    if s[o + 3] == 1 then
      redis.call('PEXPIRE', key, ttl(2 * window))
    end
  end
  return max(meaning(s[o + 4], s[o + 3], minimum), weighted(s[o + 2], age, window))
end

local gauges = {
  count = count,
  ratio = ratio,
  streak = streak,
  beat = beat,
  sequence = sequence,
  flow = flow,
  since = since,
}

local decode = cjson.decode
local reply = {}
local key = 1

for at = 2, #ARGV, 2 do
  local scene, inputs = decode(ARGV[at]), decode(ARGV[at + 1])
  local hash = KEYS[key]
  local lives, field, numbers, format = scene[1], scene[2], scene[3], scene[4]
  key = key + 1
  local text = read('HGET', hash, field)
  if text == nil then
    redis.call('DEL', hash)
  end
  local s
  if text and #text == 8 * numbers then
    s = { struct.unpack(format, text) }
  else
    s = {}
    for i = 1, numbers do
      s[i] = 0
    end
  end
  local told = false
  local o, from = 1, 1
  for i = 5, #scene, 4 do
    local kind, input = scene[i], inputs[from]
    told = told or input
    local gauge = gauges[kind]
    if gauge then
      reply[#reply + 1] = gauge(s, o, scene[i + 2], scene[i + 3], input, inputs[from + 1])
    else
      reply[#reply + 1] = distinct(s, o, scene[i + 2], kind == 'variety' and scene[i + 3], input, KEYS[key])
      key = key + 1
    end
    o = o + scene[i + 1]
    from = from + 2
  end
  if told then
    local put_off = s[1] == 0 or abs(now - s[1]) * 4 > lives
    if put_off then
      s[1] = now
    end
    redis.call('HSET', hash, field, struct.pack(format, unpack(s, 1, numbers)))
    if put_off then
      redis.call('PEXPIRE', hash, ttl(lives * 1.25))
    end
  end
end
return reply
