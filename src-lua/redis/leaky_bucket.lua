-- leaky-bucket: reserved departures, at least an increment apart. Twin of LeakyBucket.java.
--
-- Key    string lb1:<next>:<at>, the next free departure and when it was written, in µs since the epoch, 16 digits each
-- ARGV   increment, µs between departures; maxWait, µs a caller may wait, -1 without bound; limit, units
-- TTL    until the next free departure

-- The next free departure, 0 if there is no queue, and whether it was moved: a clock that was set back moves the queue
-- with it, or all would wait until the clock has caught up.
local function read_next(key)
  local value = read('GET', key)
  if not value or #value ~= 37 or string.sub(value, 1, 4) ~= 'lb1:' then
    return 0, false
  end
  local next_free, written = tonumber(string.sub(value, 5, 20)), tonumber(string.sub(value, 22))
  if not next_free or not written then
    return 0, false
  end
  if written > now then
    return next_free - (written - now), true
  end
  return next_free, false
end

local function save(key, next_free, ...)
  redis.call('SET', key, string.format('lb1:%016.0f:%016.0f', next_free, now), 'PX', ttl(next_free - now), ...)
end

local function view(waiting, increment, max_wait, limit)
  if max_wait < 0 then
    return limit, 0
  end
  local remaining = waiting > max_wait and 0 or math.floor((max_wait - waiting) / increment) + 1
  local reset_after = waiting + remaining * increment - max_wait
  return remaining, reset_after > waiting and 0 or reset_after
end

local function check(key, cost, at)
  local increment, max_wait, limit = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local next_free, moved = read_next(key)
  local waiting = math.max(0, next_free - now)
  local remaining, reset_after = view(waiting, increment, max_wait, limit)
  local retry_after = max_wait < 0 and 0 or math.max(0, waiting - max_wait)
  return retry_after, remaining, reset_after, waiting, moved, waiting, increment, max_wait, limit
end

local function apply(key, units, waiting, increment, max_wait, limit)
  local waiting_next = waiting + units * increment
  save(key, now + waiting_next)
  return waiting, view(waiting_next, increment, max_wait, limit)
end

-- Only the newest: others may already have been promised later departures.
local function refund(key, units, departure, at)
  local next_free = read_next(key)
  if next_free == departure + units * ARGV[at] then
    save(key, departure, 'XX')
  end
end

return check, apply, refund
