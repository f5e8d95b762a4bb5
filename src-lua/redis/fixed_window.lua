-- fixed-window: counts units in windows that stand still. Twin of FixedWindow.java.
--
-- Key    string fw1:<start>:<end>:<count>, the bounds of the counted window in µs since the epoch, 16 digits each
-- ARGV   limit, units; window, µs; then, for windows of days in a time zone, of which Lua knows nothing, the beginnings
--        of four windows around now, in µs, and else 0: the windows are aligned to the epoch
-- TTL    until the end of the window

local function window_at(at)
  local length, first = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  if first == 0 then
    first = now - now % length
    return first, first + length
  end
  for i = at + 3, at + 5 do
    local following = tonumber(ARGV[i])
    if now < following then
      return first, following
    end
    first = following
  end
  return first, first + length
end

-- The count of that window, whether it is the one that is kept, and whether it was moved: a window that has not begun
-- yet was counted before the clock was set back, and its count goes on in the present one.
local function read_count(key, first, last)
  local value = read('GET', key)
  if not value or string.sub(value, 1, 4) ~= 'fw1:' then
    return 0, false, false
  end
  local kept_first, kept_last = tonumber(string.sub(value, 5, 20)), tonumber(string.sub(value, 22, 37))
  local count = tonumber(string.sub(value, 39))
  if not kept_first or not kept_last or not count then
    return 0, false, false
  end
  if kept_first == first and kept_last == last then
    return count, true, false
  end
  if kept_first > now then
    return count, true, true
  end
  return 0, false, false
end

local function save(key, first, last, count, ...)
  redis.call('SET', key, string.format('fw1:%016.0f:%016.0f:%.0f', first, last, count), 'PX', ttl(last - now), ...)
end

local function check(key, cost, at)
  local limit = tonumber(ARGV[at])
  local first, last = window_at(at)
  local count, found, moved = read_count(key, first, last)
  local left = last - now
  local retry_after = count <= limit - cost and 0 or left
  return retry_after, math.max(0, limit - count), left, found and left or 0, moved, limit, first, last, count
end

local function apply(key, units, limit, first, last, count)
  count = count + units
  save(key, first, last, count)
  return 0, math.max(0, limit - count), last - now
end

local function refund(key, units, departure, at)
  local first, last = window_at(at)
  local count, found = read_count(key, first, last)
  if found and first <= departure and departure < last then
    save(key, first, last, math.max(0, count - units), 'XX')
  end
end

return check, apply, refund
