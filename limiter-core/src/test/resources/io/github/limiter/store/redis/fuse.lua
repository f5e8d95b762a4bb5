-- fuse: admits limit units, and then none until nobody has asked for a window. Twin of Fuse.java.
--
-- Key    string fuse1:<units>, what was admitted
-- ARGV   limit, units; window, µs
-- TTL    a window after the last charge

local function read_units(key)
  local value = read('GET', key)
  return tonumber(value and string.match(value, '^fuse1:(%d+)$') or 0)
end

return {
  check = function(key, cost, at, now)
    local limit, window, units = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), read_units(key)
    return {
      key = key,
      limit = limit,
      window = window,
      units = units,
      retry_after = units + cost <= limit and 0 or window,
      remaining = limit - units,
      reset_after = window,
    }
  end,

  apply = function(state, units, now)
    state.units = state.units + units
    state.remaining = state.limit - state.units
    put(state.key, format('fuse1:%.0f', state.units), state.window)
    return 0
  end,
}
-- a comment at the end must not swallow what follows