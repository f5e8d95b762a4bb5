-- Reads the epoch, which moves when something changed that nodes keep copies of; with an argument moves it.
--
-- KEYS   [1] the epoch
-- ARGV   [1] 1 to move it, 0 to read it
-- Reply  [1] the epoch
-- TTL    none: operator state

if ARGV[1] == '1' then
  return { redis.call('INCR', KEYS[1]) }
end
return { tonumber(redis.call('GET', KEYS[1]) or 0) }
