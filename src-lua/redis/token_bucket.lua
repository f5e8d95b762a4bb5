-- token-bucket: GCRA, one number a key. Twin of TokenBucket.java.
--
-- Key    string of 18 digits, which Redis keeps as an integer: 11 (token-bucket, version 1), then full_at, the µs
--        since the epoch at which the bucket is full again
-- ARGV   increment, µs that a unit takes to refill; burst, units that a full bucket holds
-- TTL    until full_at

local function read_full_at(key)
  local value = read('GET', key)
  return value and #value == 18 and sub(value, 1, 2) == '11' and tonumber(sub(value, 3)) or 0
end

local function save(key, full_at, now, ...)
  put(key, format('11%016.0f', full_at), full_at - now, ...)
end

local function view(state)
  local drained, increment, capacity = state.drained, state.increment, state.capacity
  local remaining = floor((capacity - drained) / increment)
  state.remaining = remaining
  state.reset_after = drained > 0 and drained + (remaining + 1) * increment - capacity or 0
end

return {
  check = function(key, cost, at, now)
    local increment = tonumber(ARGV[at])
    local capacity = increment * ARGV[at + 1]
    local drained, moved = read_full_at(key) - now, false
    if drained < 0 then
      drained = 0
    elseif drained > capacity then
      -- The quota became smaller, or the clock was set back. The bound is kept: if it moved along with now, nothing
      -- would refill.
      drained, moved = capacity, true
    end
    local state = {
      key = key,
      increment = increment,
      capacity = capacity,
      drained = drained,
      retry_after = max(0, drained + cost * increment - capacity),
      remaining = 0,
      reset_after = 0,
      lives = drained > 0 and drained,
      moved = moved,
    }
    view(state)
    return state
  end,

  apply = function(state, units, now)
    state.drained = state.drained + units * state.increment
    save(state.key, now + state.drained, now)
    view(state)
    return 0
  end,

  -- What time has refilled since cannot be given back: others may have taken it already.
  refund = function(key, units, departure, at, now)
    local full_at = read_full_at(key)
    if full_at > now then
      save(key, max(now, full_at - max(0, units * ARGV[at] - (now - departure))), now, 'XX')
    end
  end,
}
