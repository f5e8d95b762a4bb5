-- sliding-window: exact, at most limit units in every interval (t - window, t]. Twin of SlidingWindow.java.
--
-- Key    list: a head, then one entry of 8 bytes a charged call, the eldest first
--        head   sw1:<total>:<offset>, units charged before the eldest entry, and what is to be added to all stamps
--        entry  its stamp in µs, modulo 2^47, and 17 bits of the units charged until then, itself included
--        Totals count on modulo 2^17, more than the largest limit: the difference of two is the units between them,
--        whatever a call cost. An entry takes 10 bytes in the list
-- ARGV   limit, units; window, µs
-- TTL    until the newest entry has left the window

local TOTALS = 131072
local STAMPS = 2 ^ 47
local HALF = 2 ^ 46

-- Largest number of later calls that a refund rewrites; beyond it nothing is given back.
local MAX_LATER = 300

local function entry(stamp, total)
  stamp = stamp % STAMPS
  return struct.pack('>I4I4', math.floor(stamp / 32768), stamp % 32768 * TOTALS + total % TOTALS)
end

local function decode(bytes)
  local high, low = struct.unpack('>I4I4', bytes)
  return high * 32768 + math.floor(low / TOTALS), low % TOTALS
end

local function head(total, offset)
  return string.format('sw1:%.0f:%.0f', total, offset)
end

-- Total and offset; nil if it is no head of this version.
local function decode_head(bytes)
  local total, offset = string.match(bytes, '^sw1:(%d+):(%-?%d+)$')
  return tonumber(total), tonumber(offset)
end

-- How much later a time is than a stamp; negative if it is earlier.
local function since(stamp, time, offset)
  return (time - offset - stamp + HALF) % STAMPS - HALF
end

-- The first entry after index low for which holds(age, units charged until then) is true, as it is for the newest:
-- its age and units; then index and total of the entry before it. Steps that double, then halves: the entries that
-- matter are near the eldest, and a LINDEX costs more the further it reaches.
local function seek(state, low, low_total, holds)
  local high, age, units
  local step = 1
  while not high or high - low > 1 do
    local probe = high and math.floor((low + high) / 2) or low + step
    local bytes = redis.call('LINDEX', state.key, probe)
    local probe_age, probe_units, stamp, total
    if bytes then
      stamp, total = decode(bytes)
      probe_age, probe_units = since(stamp, now, state.offset), (total - state.total) % TOTALS
    end
    if not bytes or holds(probe_age, probe_units) then
      high, age, units = probe, probe_age, probe_units
    else
      low, low_total = probe, total
      step = step * 2
    end
  end
  return age, units, low, low_total
end

-- What was found: key; exists, whether there is a list; size, units in the window; total, units charged before those;
-- gone, entries before those; head_total, what the head says; offset; eldest_age and eldest_units of the first entry in
-- the window; newest_age and newest_total; moved.
local function load(key, window)
  local state = {
    key = key,
    exists = true,
    size = 0,
    gone = 0,
    total = 0,
    head_total = 0,
    offset = 0,
    eldest_age = 0,
    eldest_units = 0,
    newest_age = 0,
    newest_total = 0,
    moved = false,
  }
  local ends = read('LRANGE', key, '0', '1')
  if not ends or not ends[2] then
    state.exists = not ends or ends[1]
    return state
  end
  local total, offset = decode_head(ends[1])
  if not total then
    return state
  end
  local newest, newest_total = decode(redis.call('LINDEX', key, '-1'))
  local newest_age = since(newest, now, offset)
  if newest_age < 0 then
    -- The clock was set back: all stamps go back with it, as if the newest were of this moment.
    offset, newest_age, state.moved = offset + newest_age, 0, true
  end
  if newest_age >= window then
    return state
  end
  local eldest, eldest_total = decode(ends[2])
  state.total, state.head_total, state.offset = total, total, offset
  state.newest_age, state.newest_total = newest_age, newest_total
  local age, units = since(eldest, now, offset), (eldest_total - total) % TOTALS
  if age >= window then
    age, units, state.gone, state.total = seek(state, 1, eldest_total, function(age_of)
      return age_of < window
    end)
    units = (units + total - state.total) % TOTALS
  end
  state.eldest_age, state.eldest_units = age, units
  state.size = (newest_total - state.total) % TOTALS
  return state
end

-- Time until the unit-th unit in the window, counted from the eldest, has left it.
local function leaves_after(state, unit, window)
  local age = state.eldest_age
  if unit > state.eldest_units then
    age = seek(state, state.gone + 1, nil, function(_, units)
      return units >= unit
    end)
  end
  return window - age
end

local function check(key, cost, at)
  local limit, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local state = load(key, window)
  local size = state.size
  local retry_after, reset_after, lives = 0, 0, 0
  if size + cost > limit then
    retry_after = leaves_after(state, size + cost - limit, window)
  end
  if size > 0 then
    reset_after = leaves_after(state, math.max(0, size - limit) + 1, window)
    lives = window - state.newest_age
  end
  return retry_after, math.max(0, limit - size), reset_after, lives, state.moved, state, limit, window
end

local function apply(key, units, state, limit, window)
  if units == 0 then
    redis.call('PEXPIRE', key, ttl(window - state.newest_age))
    if state.moved then
      redis.pcall('LSET', key, '0', head(state.head_total, state.offset))
    end
    return
  end
  -- Up to Redis 7.0 time goes on during a script: the list that was found may have ended. It is not when the TTL is
  -- set first and a head, an entry and the new one are counted.
  if
    state.size > 0
    and redis.call('PEXPIRE', key, ttl(window)) == 1
    and redis.call('RPUSH', key, entry(now - state.offset, state.newest_total + units)) > 2
  then
    if state.gone > 0 then
      redis.call('LTRIM', key, state.gone, '-1')
    end
    if state.gone > 0 or state.moved then
      redis.pcall('LSET', key, '0', head(state.total, state.offset))
    end
    return 0, limit - state.size - units, window - state.eldest_age
  end
  if state.exists then
    redis.call('DEL', key)
  end
  redis.call('RPUSH', key, head(0, 0), entry(now, units))
  redis.call('PEXPIRE', key, ttl(window))
  return 0, limit - units, window
end

-- Takes units out of the totals from the call of that departure on, and drops its entry if none are left.
local function refund(key, units, departure)
  local length = read('LLEN', key)
  if not length or length < 2 then
    return
  end
  local total, offset = decode_head(redis.call('LINDEX', key, '0'))
  if not total then
    return
  end
  -- Backwards to the last entry before the call; the head stands for it if there is none.
  local from = math.max(0, length - 1 - MAX_LATER)
  local entries = redis.call('LRANGE', key, from, '-1')
  local kept = #entries
  local before, after
  while kept > 0 and not before do
    if from == 0 and kept == 1 then
      before = total
    else
      local stamp, reached = decode(entries[kept])
      local earlier = since(stamp, departure, offset)
      if earlier > 0 then
        before = reached
      else
        after = after or earlier == 0 and reached
        kept = kept - 1
      end
    end
  end
  if not before or not after then
    return
  end
  local taken = (after - before) % TOTALS
  local given_back = math.min(units, taken)
  local rest = {}
  if given_back < taken then
    rest[1] = entry(departure - offset, after - given_back)
  end
  for i = kept + 1, #entries do
    local stamp, reached = decode(entries[i])
    if since(stamp, departure, offset) < 0 then
      rest[#rest + 1] = entry(stamp, reached - given_back)
    end
  end
  redis.call('LTRIM', key, '0', from + kept - 1)
  if #rest > 0 then
    redis.call('RPUSH', key, unpack(rest))
  end
end

return check, apply, refund
