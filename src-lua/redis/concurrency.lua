-- concurrency: leases for calls under way, each given back when its call has ended, or over by itself after the window.
-- Twin of Concurrency.java.
--
-- Key    sorted set: a head, then one member a lease, the first to end first
--        head    cc1, its score the units of all leases that are kept; less than any time, so it comes first
--        lease   <name>:<window>:<units>, window in µs when it was taken; its score the end in µs since the epoch
-- ARGV   limit, units; window, µs; name of the lease, which its call has chosen
-- TTL    until the last lease ends

local HEAD = 'cc1'

-- More units than a limit may have, and earlier than any lease ends.
local FIRST_END = 1000000

-- Window and units.
local function parts(member)
  local window, units = string.match(member, '^%d+:(%d+):(%d+)$')
  return tonumber(window), tonumber(units)
end

local function units_of(member)
  local _, units = parts(member)
  return units or 0
end

-- Units of all leases; nil if the key holds none of ours.
local function total_of(key)
  local first = read('ZRANGE', key, '0', '0', 'WITHSCORES')
  return first and first[1] == HEAD and tonumber(first[2]) or nil
end

-- The leases that end between two scores, the first first: member, score, member, score...
local function leases(key, from, to, ...)
  return redis.call('ZRANGEBYSCORE', key, from, to, 'WITHSCORES', ...)
end

-- What was found: size, units of the leases that are not over; total, units of all that are kept; ended, whether some of
-- those are over; found, whether there are any; last, when the last one ends; shift, how much the clock was set back, and
-- moved, whether it was: all leases go back with it, as if the last had been taken at this moment.
local function load(key)
  local state = {
    key = key,
    size = 0,
    total = 0,
    last = 0,
    shift = 0,
    ended = false,
    found = false,
    moved = false,
  }
  local total = total_of(key)
  local newest = total and redis.call('ZREVRANGE', key, '0', '0', 'WITHSCORES')
  local newest_window = newest and parts(newest[1])
  if not newest_window then
    return state
  end
  local last = tonumber(newest[2])
  local ahead = last - newest_window - now
  if ahead > 0 then
    state.shift, state.moved = ahead, true
    last = last - ahead
  end
  if last <= now then
    return state
  end
  local size = total
  local over = leases(key, FIRST_END, now + state.shift)
  for i = 1, #over, 2 do
    size = size - units_of(over[i])
  end
  state.found, state.total, state.size, state.last, state.ended = true, total, size, last, #over > 0
  return state
end

-- Time until so many units, of those that are held, have been given back by the ends of their leases.
local function ends_after(state, units)
  local coming = leases(state.key, string.format('(%.0f', now + state.shift), '+inf', 'LIMIT', '0', units)
  for i = 1, #coming, 2 do
    units = units - units_of(coming[i])
    if units <= 0 then
      return coming[i + 1] - state.shift - now
    end
  end
  return state.last - now
end

local function view(state, limit)
  local size = state.size
  return math.max(0, limit - size), size == 0 and 0 or ends_after(state, math.max(0, size - limit) + 1)
end

-- Forgets what is over, and sets all leases back with the clock.
local function settle(state)
  local key, shift = state.key, state.shift
  if state.ended then
    redis.call('ZREMRANGEBYSCORE', key, FIRST_END, now + shift)
    redis.call('ZADD', key, state.size, HEAD)
    state.ended = false
  end
  if shift > 0 then
    local all = leases(key, FIRST_END, '+inf')
    for i = 1, #all, 2 do
      redis.call('ZADD', key, 'XX', all[i + 1] - shift, all[i])
    end
    state.shift = 0
  end
end

local function check(key, cost, at)
  local limit, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local state = load(key)
  local retry_after = state.size + cost > limit and ends_after(state, state.size + cost - limit) or 0
  local remaining, reset_after = view(state, limit)
  local lives = state.found and state.last - now or 0
  return retry_after, remaining, reset_after, lives, state.moved, state, limit, window, ARGV[at + 2]
end

local function member(name, window, units)
  return string.format('%s:%.0f:%.0f', name, window, units)
end

local function apply(key, units, state, limit, window, name)
  if state.found then
    settle(state)
  else
    redis.call('DEL', key)
  end
  if units > 0 then
    local ends = now + window
    state.size, state.last = state.size + units, math.max(state.last, ends)
    redis.call('ZADD', key, state.size, HEAD, ends, member(name, window, units))
  end
  redis.call('PEXPIRE', key, ttl(state.last - now))
  return 0, view(state, limit)
end

-- The lease of that call, whether its answer arrived or not. One that is over, was given back before or was never taken
-- is not there.
local function refund(key, units, departure, at)
  if total_of(key) and redis.call('ZREM', key, member(ARGV[at + 2], ARGV[at + 1], units)) == 1 then
    redis.call('ZINCRBY', key, -units, HEAD)
  end
end

return check, apply, refund
