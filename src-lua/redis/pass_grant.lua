-- Keeps a pass that nobody has used yet. Follows common.lua.
--
-- KEYS   [1] the pass: a hash of end (µs), user, and n1, n2... (networks)
-- ARGV   [1] see common.lua; [2] lifetime in µs
-- Reply  now in µs
-- TTL    its lifetime

local lifetime = tonumber(ARGV[2])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'end', string.format('%.0f', now + lifetime))
redis.call('PEXPIRE', KEYS[1], ttl(lifetime))
return { now }
