-- leaky-bucket: reserved departures, at least an increment apart. Twin of LeakyBucket.java.
--
-- Key    string lb1:<next>:<at>, the next free departure and when it was written, in µs since the epoch, 16 digits each
-- ARGV   increment, µs between departures; maxWait, µs a caller may wait, -1 without bound; limit, units
-- TTL    until the next free departure

-- The next free departure, 0 if there is no queue, and whether it was moved: a clock that was set back moves the queue
-- with it, or all would wait until the clock has caught up.
local function read_next(key, now)
  local value = read('GET', key)
  if not value or #value ~= 37 or sub(value, 1, 4) ~= 'lb1:' then
    return 0, false
  end
  local next_free, written = tonumber(sub(value, 5, 20)), tonumber(sub(value, 22))
  if not next_free or not written then
    return 0, false
  end
  if written > now then
    return next_free - (written - now), true
  end
  return next_free, false
end

local function save(key, next_free, now, ...)
  put(key, format('lb1:%016.0f:%016.0f', next_free, now), next_free - now, ...)
end

local function view(state, now)
  local waiting, max_wait = max(0, state.next - now), state.max_wait
  if max_wait < 0 then
    state.remaining = state.limit
    return
  end
  local remaining = waiting > max_wait and 0 or floor((max_wait - waiting) / state.increment) + 1
  local reset_after = waiting + remaining * state.increment - max_wait
  state.remaining = remaining
  state.reset_after = reset_after > waiting and 0 or reset_after
end

return {
  check = function(key, cost, at, now)
    local next_free, moved = read_next(key, now)
    local waiting, max_wait = max(0, next_free - now), tonumber(ARGV[at + 1])
    local state = {
      key = key,
      increment = tonumber(ARGV[at]),
      max_wait = max_wait,
      limit = tonumber(ARGV[at + 2]),
      next = next_free,
      retry_after = max_wait < 0 and 0 or max(0, waiting - max_wait),
      remaining = 0,
      reset_after = 0,
      lives = waiting > 0 and waiting,
      moved = moved,
    }
    view(state, now)
    return state
  end,

  apply = function(state, units, now)
    local departure = max(state.next, now)
    state.next = departure + units * state.increment
    save(state.key, state.next, now)
    view(state, now)
    return departure - now
  end,

  -- Only the newest: others may already have been promised later departures.
  refund = function(key, units, departure, at, now)
    local next_free = read_next(key, now)
    if next_free == departure + units * ARGV[at] then
      save(key, departure, now, 'XX')
    end
  end,
}
