-- One beat of a node: it says that it lives, and learns how many do.
--
-- KEYS   [1] the nodes of an application
-- ARGV   [1] id of the node; [2] how long it counts as alive after this beat, ms
-- Reply  [1] nodes alive, this one included
-- TTL    that of the latest beat: of the whole key when the last node is gone

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = tonumber(ARGV[2])

redis.call('ZADD', KEYS[1], now + lease, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PEXPIRE', KEYS[1], lease)
return { redis.call('ZCARD', KEYS[1]) }
