-- fuse: admits limit units, and then none until nobody has asked for a window. Twin of Fuse.java.
--
-- Key    string fuse1:<units>, what was admitted
-- ARGV   limit, units; window, µs
-- TTL    a window after the last charge

local function read_units(key)
  local value = read('GET', key)
  return tonumber(value and string.match(value, '^fuse1:(%d+)$') or 0)
end

local function check(key, cost, at)
  local limit, window, units = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), read_units(key)
  return units + cost <= limit and 0 or window, limit - units, window, 0, false, units, limit, window
end

local function apply(key, units, before, limit, window)
  redis.call('SET', key, string.format('fuse1:%.0f', before + units), 'PX', ttl(window))
  return 0, limit - before - units, window
end

return check, apply
-- a comment at the end must not swallow what follows