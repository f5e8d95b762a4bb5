-- concurrency: leases for calls under way, each given back when its call has ended, or over by itself after the window.
-- Twin of Concurrency.java.
--
-- Key    sorted set: a head, then one member for each unit that is lent, the first to end first: so that units are counted
--        by rank, however many there are
--        head    cc1, its score 0; less than any time, so it comes first
--        unit    <name>:<window>:<number>, window in µs when it was taken; its score the end in µs since the epoch
-- ARGV   limit, units; window, µs; name of the lease, which its call has chosen
-- TTL    until the last lease ends

local HEAD = 'cc1'

-- More than the head has, and earlier than any lease ends.
local FIRST_END = 1

-- As many that are over are forgotten with each charge: more than come.
local FORGOTTEN = 100

-- The member at a place, and its score.
local function at_rank(key, rank)
  local found = redis.call('ZRANGE', key, rank, rank, 'WITHSCORES')
  return found[1], tonumber(found[2])
end

-- What was found: found, whether there are leases that are not over; size, their units; ended, units of those that are over;
-- last, when the last one ends; shift, how much the clock was set back, and moved, whether it was: all leases go back with
-- it, as if the last had been taken at this moment.
local function load(key)
  local state = { key = key, size = 0, ended = 0, last = 0, shift = 0, found = false, moved = false }
  local first = read('ZRANGE', key, 0, 0)
  if not first or first[1] ~= HEAD then
    return state
  end
  local newest, last = at_rank(key, -1)
  local window = tonumber(string.match(newest, '^%d+:(%d+):'))
  if not window then
    return state
  end
  local ahead = last - window - now
  if ahead > 0 then
    state.shift, state.moved = ahead, true
    last = last - ahead
  end
  if last <= now then
    return state
  end
  state.ended = redis.call('ZCOUNT', key, FIRST_END, now + state.shift)
  state.size = redis.call('ZCARD', key) - 1 - state.ended
  state.found, state.last = true, last
  return state
end

-- Time until so many units, of those that are held, have been given back by the ends of their leases.
local function ends_after(state, units)
  local _, ends = at_rank(state.key, state.ended + units)
  return ends - state.shift - now
end

local function view(state, limit)
  local size = state.size
  return math.max(0, limit - size), size == 0 and 0 or ends_after(state, math.max(0, size - limit) + 1)
end

-- Forgets some of what is over, and sets all leases back with the clock.
local function settle(state)
  local key, shift = state.key, state.shift
  if state.ended > 0 then
    local some = math.min(state.ended, FORGOTTEN)
    redis.call('ZREMRANGEBYRANK', key, 1, some)
    state.ended = state.ended - some
  end
  if shift > 0 then
    local all = redis.call('ZRANGEBYSCORE', key, FIRST_END, '+inf', 'WITHSCORES')
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

local function member(name, window, number)
  return string.format('%s:%.0f:%.0f', name, window, number)
end

local function apply(key, units, state, limit, window, name)
  if state.found then
    settle(state)
  else
    redis.call('UNLINK', key)
  end
  if units > 0 then
    local ends = now + window
    redis.call('ZADD', key, 0, HEAD)
    for number = 1, units do
      redis.call('ZADD', key, ends, member(name, window, number))
    end
    state.size, state.last = state.size + units, math.max(state.last, ends)
  end
  redis.call('PEXPIRE', key, ttl(state.last - now))
  return 0, view(state, limit)
end

-- The lease of that call, whether its answer arrived or not. One that is over, was given back before or was never taken
-- is not there.
local function refund(key, units, departure, at)
  local first = read('ZRANGE', key, 0, 0)
  if first and first[1] == HEAD then
    for number = 1, units do
      redis.call('ZREM', key, member(ARGV[at + 2], ARGV[at + 1], number))
    end
  end
end

return check, apply, refund
