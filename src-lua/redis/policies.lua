-- Reads what operators have changed of policies, or keeps a change in the place of the one before.
--
-- KEYS   [1] limiter:policies, hash of changes by application and name
-- ARGV   none: to read; else [1] name; [2] change, empty: there is none any more
-- Reply  [1] 1; then, where it was to be read, names and changes
-- TTL    none: operator state

if not ARGV[1] then
  local reply = redis.call('HGETALL', KEYS[1])
  table.insert(reply, 1, '1')
  return reply
end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return { '1' }
