-- token-bucket: GCRA, one number a key. Twin of TokenBucket.java.
--
-- Key    string, an integer, which Redis keeps as one: minus full_at, the µs since the epoch at which the bucket is full
--        again. The sign is the tag of this version: nobody else's times are negative
-- ARGV   increment, µs that a unit takes to refill; burst, units that a full bucket holds
-- TTL    until full_at

-- 0 if there is no bucket: a full one.
local function read_full_at(key)
  local value = tonumber(read('GET', key))
  return value and value < 0 and -value or 0
end

local function view(drained, increment, capacity)
  local remaining = math.floor((capacity - drained) / increment)
  return remaining, drained > 0 and drained + (remaining + 1) * increment - capacity or 0
end

local function check(key, cost, at)
  local increment = tonumber(ARGV[at])
  local capacity = increment * ARGV[at + 1]
  local drained, moved = read_full_at(key) - now, false
  if drained < 0 then
    drained = 0
  elseif drained > capacity then
    -- The quota became smaller, or the clock was set back. The bound is kept: if it moved along with now, nothing
    -- would refill.
    drained, moved = capacity, true
  end
  local remaining, reset_after = view(drained, increment, capacity)
  local retry_after = math.max(0, drained + cost * increment - capacity)
  return retry_after, remaining, reset_after, drained, moved, drained, increment, capacity
end

local function apply(key, units, drained, increment, capacity)
  drained = drained + units * increment
  redis.call('SET', key, -now - drained, 'PX', ttl(drained))
  return 0, view(drained, increment, capacity)
end

-- What time has refilled since cannot be given back: others may have taken it already.
local function refund(key, units, departure, at)
  local full_at = read_full_at(key)
  if full_at > now then
    full_at = math.max(now, full_at - math.max(0, units * ARGV[at] - (now - departure)))
    redis.call('SET', key, -full_at, 'PX', ttl(full_at - now), 'XX')
  end
end

return check, apply, refund
