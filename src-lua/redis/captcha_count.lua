-- Counts a misstep. Follows common.lua.
--
-- KEYS   [1] of who made it, and of its kind: "<end, µs> <count> <time of the last, µs>"; the last may be missing
-- ARGV   [1] see common.lua; [2] missteps that are one offence; [3] for how long the first is remembered, µs;
--        [4] several within it are one, µs
-- Reply  [1] 1 if this one completes an offence, and then the count begins anew; else 0
-- TTL    until the first is forgotten

local over, count = now + tonumber(ARGV[3]), 0
local kept = read('GET', KEYS[1])
if kept then
  local keptOver, keptCount, last = string.match(kept, '^(%d+) (%d+) ?(%d*)$')
  if keptOver and tonumber(keptOver) > now then
    over, count = tonumber(keptOver), tonumber(keptCount)
    if now - (tonumber(last) or 0) < tonumber(ARGV[4]) then
      return { 0 }
    end
  end
end
count = count + 1
if count >= tonumber(ARGV[2]) then
  redis.call('DEL', KEYS[1])
  return { 1 }
end
redis.call('SET', KEYS[1], string.format('%.0f %d %.0f', over, count, now), 'PX', ttl(over - now))
return { 0 }
