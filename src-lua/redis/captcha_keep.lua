-- Keeps a challenge, and no more than so many in its bucket: the eldest make room. Follows common.lua.
--
-- KEYS   [1] the bucket: a hash, id -> "<end, µs> <the rest>"; [2] its ids in the order in which they came
-- ARGV   [1] see common.lua; [2] id; [3] the rest; [4] lifetime in µs; [5] challenges that the bucket holds at most
-- Reply  [1] challenges that made room
-- TTL    of both keys: until the last challenge ends

local lifetime = tonumber(ARGV[4])
redis.call('HSET', KEYS[1], ARGV[2], string.format('%.0f %s', now + lifetime, ARGV[3]))
redis.call('RPUSH', KEYS[2], ARGV[2])

-- Ids that were taken are still in the list and leave it here. A few more than come in, so that ended ones become fewer.
local swept = 0
for _ = 1, 8 do
  local eldest = redis.call('LINDEX', KEYS[2], 0)
  local kept = redis.call('HGET', KEYS[1], eldest)
  local over = kept and tonumber(string.match(kept, '^%d+')) <= now
  if kept and not over and redis.call('LLEN', KEYS[2]) <= tonumber(ARGV[5]) then
    break
  end
  redis.call('LPOP', KEYS[2])
  swept = swept + redis.call('HDEL', KEYS[1], eldest)
  if eldest == ARGV[2] then
    break
  end
end

local lasts = ttl(lifetime)
for i = 1, 2 do
  if redis.call('PTTL', KEYS[i]) < lasts then
    redis.call('PEXPIRE', KEYS[i], lasts)
  end
end
return { swept }
