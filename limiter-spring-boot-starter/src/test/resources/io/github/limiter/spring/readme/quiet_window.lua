-- quiet-window, twin of QuietWindow.java.
-- Key    string quiet1:<count>:<last>, the time of the last call in µs
-- ARGV   limit, units; window, µs
-- TTL    one window after the last call

local function used(key, window, now)
  local count, last = string.match(read('GET', key) or '', '^quiet1:(%d+):(%d+)$')
  local left = count and last + window - now or 0
  if left <= 0 then
    return 0, 0
  end
  return tonumber(count), left
end

local function save(key, count, window, left, now, ...)
  put(key, string.format('quiet1:%.0f:%.0f', count, now + left - window), left, ...)
end

return {
  check = function(key, cost, at, now)
    local limit, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    local count, left = used(key, window, now)
    return {
      key = key, limit = limit, window = window, count = count, left = left,
      retry_after = count + cost <= limit and 0 or left,
      remaining = math.max(0, limit - count),
      reset_after = left,
      lives = count > 0 and left,
    }
  end,

  apply = function(state, units, now)
    if units > 0 then
      state.count, state.left = state.count + units, state.window
    end
    save(state.key, state.count, state.window, state.left, now)
    state.remaining, state.reset_after = math.max(0, state.limit - state.count), state.left
    return 0
  end,

  refund = function(key, units, departure, at, now)
    local window = tonumber(ARGV[at + 1])
    local count, left = used(key, window, now)
    if count > units then
      save(key, count - units, window, left, now, 'XX')
    elseif count > 0 then
      redis.call('DEL', key)
    end
  end,
}
