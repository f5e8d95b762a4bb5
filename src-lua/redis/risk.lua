-- Notes what happened to subjects in scenes of risk control and answers with the values of their gauges. Twin of the
-- classes ...Gauge.java, in which each gauge is described; arithmetic on whole numbers, rounded down, below 2^53.
-- Follows common.lua.
--
-- KEYS   for each observation: its hash, then a key for each of its gauges that keeps a set
-- ARGV   [1] see common.lua; [2] number of observations; then, for each: number of its gauges; µs that its state is worth
--        keeping; then, for each gauge: kind; field; its two settings; input, empty to only read; second input
-- State  hash: field of a gauge = its numbers as doubles (struct); sets: HyperLogLogs
-- Reply  the values of all gauges, in their order
-- TTL    what the state is worth keeping, with each input; sets twice their window

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

local function count(s, window, _, input)
  local number = max(floor(now / window), s[1])
  local current = number == s[1] and s[2] or 0
  local before = number == s[1] and s[3] or number == s[1] + 1 and s[2] or 0
  if input then
    current = min(MOST, current + input)
    s[1], s[2], s[3] = number, current, before
  end
  return current + weighted(before, now - number * window, window)
end

local function ratio(s, window, minimum, input)
  local number = max(floor(now / window), s[1])
  local attempts, attempts_before, failures, failures_before = 0, 0, 0, 0
  if number == s[1] then
    attempts, attempts_before, failures, failures_before = s[2], s[3], s[4], s[5]
  elseif number == s[1] + 1 then
    attempts_before, failures_before = s[2], s[4]
  end
  if input then
    attempts = min(MOST, max(0, attempts + input % 1000 - floor(input / 1000000)))
    failures = min(MOST, failures + floor(input % 1000000 / 1000))
    s[1], s[2], s[3], s[4], s[5] = number, attempts, attempts_before, failures, failures_before
  end
  local elapsed = now - number * window
  local all = attempts + weighted(attempts_before, elapsed, window)
  local failed = failures + weighted(failures_before, elapsed, window)
  return all < minimum and 0 or min(1000, floor(failed * 1000 / all))
end

local function streak(s, pause, _, input)
  local length = now - s[1] > pause and 0 or s[2]
  if input then
    length = input == 0 and floor(length / 2) or min(MOST, length + 1)
    s[1], s[2] = max(now, s[1]), length
  end
  return length
end

local function measure_beat(s, interval)
  local beat = s[2]
  if beat == 0 then
    s[2] = interval
    return
  end
  local beats = max(1, floor((interval + floor(beat / 2)) / beat))
  local fits = beats <= 4 and abs(interval - beats * beat) * 10 <= beat
  s[3] = share(s[3], fits)
  if fits then
    s[2], s[4] = floor((beat * 7 + floor(interval / beats)) / 8), 0
  else
    s[4] = s[4] + 1
    if s[4] >= 3 then
      s[2], s[4] = interval, 0
    end
  end
end

local function beat(s, pause, _, input)
  local last = s[1]
  local interval = now - last
  if last ~= 0 and interval > pause then
    if not input then
      return 0
    end
    s[2], s[3], s[4] = 0, 0, 0
  elseif input and last ~= 0 and interval > 100000 then
    measure_beat(s, interval)
  end
  if input and (last == 0 or interval < 0 or interval > 100000) then
    s[1] = now
  end
  return floor(s[3] * 1000 / ONE)
end

local function sequence(s, pause, step, id, route)
  local over = s[1] ~= 0 and now - s[1] > pause
  if not id then
    return over and 0 or floor(s[5] * 1000 / ONE)
  end
  local begins = over or s[1] == 0
  if not begins and s[2] ~= route then
    s[6] = s[6] + 1
    begins = s[6] >= 3
  elseif not begins then
    local by = id - s[3]
    s[6] = 0
    if by ~= 0 then
      local direction = by > 0 and 1 or -1
      local near = abs(by) <= step
      s[5] = share(s[5], near and direction ~= -s[4])
      s[3], s[4] = id, near and direction or 0
    end
  end
  if begins then
    s[2], s[3], s[4], s[5], s[6] = route, id, 0, 0, 0
  end
  s[1] = max(now, s[1])
  return floor(s[5] * 1000 / ONE)
end

local function flow(s, window, _, input)
  local elapsed = s[1] == 0 and window or min(window, max(0, now - s[1]))
  if input == 1 then
    s[1] = now
  end
  return floor((input == 2 and elapsed or window) / 1000)
end

local function since(s, window, _, input)
  if input then
    s[1] = now
  end
  return s[1] == 0 and 0 or floor(max(0, window - max(0, now - s[1])) / 1000)
end

-- What so many different ones of so many calls mean: themselves, or their share.
local function meaning(key, s, minimum)
  local different = redis.call('PFCOUNT', key)
  if not minimum then
    return min(MOST, different)
  end
  return s[3] < minimum and 0 or min(1000, floor(different * 1000 / s[3]))
end

local function distinct(s, window, minimum, input, key)
  local start = s[1]
  if not input and start == 0 then
    return 0
  end
  local age = max(0, now - start)
  if start == 0 or age >= window then
    local before = 0
    if start ~= 0 and age < 2 * window then
      before = weighted(meaning(key, s, minimum), age - window, window)
    end
    if not input then
      return before
    end
    if start ~= 0 then
      redis.call('DEL', key)
    end
    s[1], s[2], s[3] = now, before, 0
    age = 0
  end
  if input then
    redis.call('PFADD', key, input)
    s[3] = s[3] + 1
    if s[3] == 1 then
      redis.call('PEXPIRE', key, ttl(2 * window))
    end
  end
  return max(meaning(key, s, minimum), weighted(s[2], age, window))
end

local kinds = {
  count = { count, 'ddd', 3 },
  ratio = { ratio, 'ddddd', 5 },
  streak = { streak, 'dd', 2 },
  beat = { beat, 'dddd', 4 },
  sequence = { sequence, 'dddddd', 6 },
  flow = { flow, 'd', 1 },
  since = { since, 'd', 1 },
  distinct = { distinct, 'ddd', 3, true },
  variety = { distinct, 'ddd', 3, true },
}

local unpack_numbers, pack_numbers = struct.unpack, struct.pack
local reply = {}
local key, at = 1, 3

local function observe()
  local hash = KEYS[key]
  local gauges, lives = tonumber(ARGV[at]), ARGV[at + 1]
  local first = at + 2
  key = key + 1
  at = first + gauges * 6
  local fields = {}
  for i = 1, gauges do
    fields[i] = ARGV[first + i * 6 - 5]
  end
  local states = read('HMGET', hash, unpack(fields))
  if not states then
    redis.call('DEL', hash)
    states = {}
  end
  local changes, changed = { hash }, 1
  for i = 1, gauges do
    local a = first + i * 6 - 6
    local kind = ARGV[a]
    local known = kinds[kind]
    local text, input = states[i], ARGV[a + 4]
    local s
    if text and #text == 8 * known[3] then
      s = { unpack_numbers(known[2], text) }
    else
      s = { 0, 0, 0, 0, 0, 0 }
    end
    local told = input ~= ''
    if known[4] then
      reply[#reply + 1] = distinct(
        s, tonumber(ARGV[a + 2]), kind == 'variety' and tonumber(ARGV[a + 3]), told and input, KEYS[key])
      key = key + 1
    else
      reply[#reply + 1] = known[1](
        s, tonumber(ARGV[a + 2]), tonumber(ARGV[a + 3]), told and tonumber(input), tonumber(ARGV[a + 5]))
    end
    if told then
      changes[changed + 1] = fields[i]
      changes[changed + 2] = pack_numbers(known[2], unpack(s, 1, known[3]))
      changed = changed + 2
    end
  end
  if changed > 1 then
    redis.call('HSET', unpack(changes))
    redis.call('PEXPIRE', hash, ttl(tonumber(lives)))
  end
end

for _ = 1, tonumber(ARGV[2]) do
  observe()
end
return reply
