-- Forgets a pass.
--
-- KEYS   [1] the pass
-- Reply  [1] 1 if it was there, else 0
-- TTL    none: nothing is written

return { redis.call('DEL', KEYS[1]) }
