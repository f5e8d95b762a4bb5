-- Reads the epoch, which moves when something changed that nodes keep copies of; with an argument moves it.
-- One that is missing, since nobody has asked yet or the data was lost, is begun: another one than any before.
--
-- KEYS   [1] the epoch
-- ARGV   [1] 1 to move it, 0 to read it
-- Reply  [1] the epoch
-- TTL    none: operator state

local epoch = tonumber(redis.call('GET', KEYS[1]))
if not epoch then
  local time = redis.call('TIME')
  epoch = time[1] * 1000000 + time[2]
  redis.call('SET', KEYS[1], string.format('%.0f', epoch))
elseif ARGV[1] == '1' then
  epoch = redis.call('INCR', KEYS[1])
end
return { epoch }
