-- Keeps the order of an operator about the load level in the place of any other, or forgets it.
--
-- KEYS   <prefix>config:load
-- ARGV   text, empty: to forget; ms until it ends
-- Reply  1
-- TTL    until it ends

if ARGV[1] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return { 1 }
