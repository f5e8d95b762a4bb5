-- The shortest token bucket there is, as one would write it by hand: what a limiter on Redis cannot be faster than.
--
-- KEYS   [1] string, the µs since the epoch at which the bucket is full again
-- ARGV   [1] µs that a unit takes to refill; [2] µs that the whole bucket takes
-- Reply  0 if admitted, else µs until it would be
-- TTL    until the bucket is full

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full_at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + ARGV[1]
local retry_after = full_at - now - ARGV[2]
if retry_after > 0 then
  return retry_after
end
redis.call('SET', KEYS[1], full_at, 'PX', math.ceil((full_at - now) / 1000))
return 0
