-- The sliding window on a sorted set that articles recommend: the client's clock, one member a call. Its usual fault,
-- members that collide within a millisecond, is mended, so that it counts what it admits.
--
-- KEYS   [1] sorted set, scored by ms since the epoch
-- ARGV   [1] now, ms; [2] window, ms; [3] limit; [4] a member that no other call has
-- Reply  1 if admitted, else 0
-- TTL    the window

redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ARGV[1] - ARGV[2])
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[3]) then
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1
end
return 0
