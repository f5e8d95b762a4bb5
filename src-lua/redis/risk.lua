-- Notes what happened to subjects in scenes of risk control and answers with the values of their gauges. Twin of the
-- classes ...Gauge.java, in which each gauge is described; arithmetic on whole numbers, rounded down, below 2^53. Gauges
-- are branches of one loop: functions would be made anew for each call. Follows common.lua.
--
-- KEYS   for each observation: its hash, then a key for each of its gauges that keeps a set
-- ARGV   [1] see common.lua; then one for each observation, in JSON, which is read faster than so many arguments: [µs that
--        its state is worth keeping, field, numbers of the state, their format for struct; then for each gauge: kind,
--        first setting, input (false to only read; of a set a string), second setting if the kind has one, second input
--        if it takes one]
-- State  hash: field = when its end was last put off, then the numbers of all gauges, as doubles (struct); sets:
--        HyperLogLogs. Another set of rules has another field and other sets: nodes whose rules differ do not disturb
--        each other.
-- Reply  the values of all gauges, in their order
-- TTL    what the state is worth keeping and a quarter more, put off when that quarter is over; sets twice their window

local floor, max, min = math.floor, math.max, math.min
local MOST = 1000000
local ONE = 1000000

-- Up to so many, a set is counted by how often it has changed. The n-th one changes nothing with a probability of
-- 2/3 n / 16,384, if its register holds as much already: of 256 one is missed, half a percent, which is less than the
-- standard error of PFCOUNT, 0.81%.
local FEW = 256

-- In milliseconds: the product must stay exact.
local function weighted(before, elapsed, window)
  if before == 0 then
    return 0
  end
  return floor(before * floor((window - max(0, elapsed)) / 1000) / floor(window / 1000))
end

local function window_number(window, known)
  local number = floor(now / window)
  return known == number + 1 and known or number
end

local function share(before, fits)
  return floor((before * 7 + (fits and ONE or 0)) / 8)
end

-- What so many different ones of so many calls mean: themselves, or their share.
local function meaning(different, calls, minimum)
  if not minimum then
    return min(MOST, different)
  end
  return calls < minimum and 0 or min(1000, floor(different * 1000 / calls))
end

local reply, values = {}, 0
local key = 1

for observed = 2, #ARGV do
  local seen = cjson.decode(ARGV[observed])
  local hash = KEYS[key]
  local lives, field, numbers, format = seen[1], seen[2], seen[3], seen[4]
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
  local o, at, last = 1, 5, #seen
  while at <= last do
    local kind, window, input = seen[at], seen[at + 1], seen[at + 2]
    local value = 0

    if kind == 'count' then
      local number = window_number(window, s[o + 1])
      local current = number == s[o + 1] and s[o + 2] or 0
      local before = number == s[o + 1] and s[o + 3] or number == s[o + 1] + 1 and s[o + 2] or 0
      if input then
        current = min(MOST, current + input)
        s[o + 1], s[o + 2], s[o + 3] = number, current, before
      end
      value = current + weighted(before, now - number * window, window)
      o, at = o + 3, at + 3

    elseif kind == 'ratio' then
      local minimum = seen[at + 3]
      local number = window_number(window, s[o + 1])
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
      if all >= minimum then
        value = min(1000, floor(failed * 1000 / all))
      end
      o, at = o + 5, at + 4

    elseif kind == 'streak' then
      local what = seen[at + 3]
      local over = math.abs(now - s[o + 1]) > window
      value = over and 0 or s[o + 2]
      local tells = input and (input ~= 5 or s[o + 5] == 0)
      if tells and (input == 0 or input == 3) then
        local same = what ~= 0 and what == s[o + 4]
        local taken = (same or input == 0) and 0 or min(value, 4)
        value = (same or input == 3) and value - taken or floor(value / 2)
        s[o + 4], s[o + 5] = what, 1 + taken
      elseif tells and input == 1 then
        value = what ~= 0 and not over and what == s[o + 3] and value or min(MOST, value + 1)
        s[o + 3], s[o + 5] = what, max(1, s[o + 5])
      elseif tells and input == 5 then
        local bit = 2 ^ (what % 48)
        local known = over and 0 or s[o + 4]
        if floor(known / bit) % 2 == 0 then
          value = min(MOST, value + 1)
          known = value % 24 == 0 and 0 or known + bit
        end
        s[o + 4] = known
      elseif tells then
        local taken = max(0, s[o + 5] - 1)
        value = min(MOST, input == 2 and 2 * value + 1 or value + taken)
        s[o + 4], s[o + 5] = 0, s[o + 5] - taken
      end
      if tells then
        s[o + 1], s[o + 2] = now, value
      end
      o, at = o + 5, at + 4

    elseif kind == 'beat' then
      local before, beat = s[o + 1], s[o + 2]
      local interval = now - before
      if before ~= 0 and math.abs(interval) > window then
        if input then
          s[o + 2], s[o + 3], s[o + 4] = 0, 0, 0
        end
      elseif input and before ~= 0 and interval > 100000 and beat == 0 then
        s[o + 2] = interval
      elseif input and before ~= 0 and interval > 100000 then
        local beats = max(1, floor((interval + floor(beat / 2)) / beat))
        local fits = beats <= 4 and math.abs(interval - beats * beat) * 10 <= beat
          and (beat >= 3000000 or interval % 1000000 ~= 0)
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
      if input then
        s[o + 1] = now
      end
      value = math.abs(interval) > window and not input and 0 or floor(s[o + 3] * 1000 / ONE)
      o, at = o + 4, at + 3

    elseif kind == 'sequence' then
      local step, route = seen[at + 3], seen[at + 4]
      local over = s[o + 1] ~= 0 and math.abs(now - s[o + 1]) > window
      if input then
        local begins = over or s[o + 1] == 0
        if not begins and s[o + 2] ~= route then
          s[o + 6] = s[o + 6] + 1
          begins = s[o + 6] >= 3
        elseif not begins then
          local by = input - s[o + 3]
          s[o + 6] = 0
          if by ~= 0 then
            local direction = by > 0 and 1 or -1
            local near = by * direction <= step
            s[o + 5] = share(s[o + 5], near and direction ~= -s[o + 4])
            s[o + 3], s[o + 4] = input, near and direction or 0
          end
        end
        if begins then
          s[o + 2], s[o + 3], s[o + 4], s[o + 5], s[o + 6] = route, input, 0, 0, 0
        end
        s[o + 1] = now
        over = false
      end
      value = over and 0 or floor(s[o + 5] * 1000 / ONE)
      o, at = o + 6, at + 5

    elseif kind == 'flow' then
      local elapsed = (s[o + 1] == 0 or s[o + 1] > now + window) and window or min(window, max(0, now - s[o + 1]))
      if input == 1 then
        s[o + 1] = now
      end
      value = floor((input == 2 and elapsed or window) / 1000)
      o, at = o + 1, at + 3

    elseif kind == 'since' then
      local left = 0
      if s[o + 1] ~= 0 and s[o + 1] <= now + window then
        left = max(0, window - max(0, now - s[o + 1]))
      end
      if input and (input ~= 2 or left == 0) then
        s[o + 1], left = now, window
      end
      value = floor(left / 1000)
      o, at = o + 1, at + 3

    else -- distinct, variety. The last number is how many the set has.
      local minimum = kind == 'variety' and seen[at + 3]
      local start = s[o + 1] > now + window and 0 or s[o + 1]
      if input or start ~= 0 then
        local age = max(0, now - start)
        local over = start == 0 or age >= window
        if over and start ~= 0 and age < 2 * window then
          value = weighted(meaning(s[o + 4], s[o + 3], minimum), age - window, window)
        end
        if over and input then
          if s[o + 1] ~= 0 then
            redis.call('DEL', KEYS[key])
          end
          s[o + 1], s[o + 2], s[o + 3], s[o + 4] = now, value, 0, 0
          age = 0
        end
        if input then
          if redis.call('PFADD', KEYS[key], input) == 1 then
            s[o + 4] = s[o + 4] < FEW and s[o + 4] + 1 or redis.call('PFCOUNT', KEYS[key])
          end
          s[o + 3] = s[o + 3] + 1
          if s[o + 3] == 1 then
            redis.call('PEXPIRE', KEYS[key], ttl(2 * window))
          end
        end
        if input or not over then
          value = max(meaning(s[o + 4], s[o + 3], minimum), weighted(s[o + 2], age, window))
        end
      end
      key = key + 1
      o, at = o + 4, at + (minimum and 4 or 3)
    end

    told = told or input
    values = values + 1
    reply[values] = value
  end
  if told then
    local put_off = s[1] == 0 or math.abs(now - s[1]) * 4 > lives
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
