-- Reads the order of an operator about the load level.
--
-- KEYS   <prefix>config:load
-- Reply  its text, or nothing; ms until it ends
-- TTL    stays

local text = redis.call('GET', KEYS[1])
return { text, redis.call('PTTL', KEYS[1]) }
