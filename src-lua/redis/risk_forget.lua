-- Forgets what is known about a subject in a scene of risk control.
--
-- KEYS   the hash, and the keys of its sets
-- ARGV   none
-- Reply  how many there were
-- TTL    nothing is written

return { redis.call('DEL', unpack(KEYS)) }
