-- quiet-window, twin of QuietWindow.java.
-- Key    string quiet1:<count>:<last>, the time of the last call in µs
-- ARGV   limit, units; window, µs
-- TTL    one window after the last call

local function used(key, window)
  local count, last = string.match(read('GET', key) or '', '^quiet1:(%d+):(%d+)$')
  local left = count and last + window - now or 0
  if left <= 0 then
    return 0, 0
  end
  return tonumber(count), left
end

local function save(key, count, window, left, ...)
  redis.call('SET', key, string.format('quiet1:%.0f:%.0f', count, now + left - window), 'PX', ttl(left), ...)
end

local function check(key, cost, at)
  local limit, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local count, left = used(key, window)
  local retry_after = count + cost <= limit and 0 or left
  return retry_after, math.max(0, limit - count), left, left, false, count, left, limit, window
end

local function apply(key, units, count, left, limit, window)
  if units > 0 then
    count, left = count + units, window
  end
  save(key, count, window, left)
  return 0, math.max(0, limit - count), left
end

local function refund(key, units, departure, at)
  local window = tonumber(ARGV[at + 1])
  local count, left = used(key, window)
  if count > units then
    save(key, count - units, window, left, 'XX')
  elseif count > 0 then
    redis.call('DEL', key)
  end
end

return check, apply, refund
