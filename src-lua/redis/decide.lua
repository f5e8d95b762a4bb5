-- Decides calls, one after the other, each with its limits as one: if all that enforce have room, those that have room
-- are charged; else nothing is. All checks of a call precede all charges. Follows common.lua and the chunks. Its twin for
-- one call with a single limit is decide_one.lua.
--
-- KEYS   one key a limit
-- ARGV   [1] see common.lua; then, for each call: how many limits it has; then, for each of these:
--        name of the algorithm; 1 if the limit enforces, 0 in shadow; cost in units;
--        how many numbers follow; the numbers that the algorithm's chunk asks for
-- Reply  now in µs; then, for each limit: retry-after in µs (0: it had room; -1: its call could not be decided, as the
--        server's log says, of several calls), remaining units, µs until there are more (0: never), µs until a charged
--        call may go on
-- TTL    set by the chunks with each charge; one that is missing, or shorter than the state is worth, is repaired
--
-- A chunk is a function body that returns two or three functions:
--
-- check(key, cost, at)            reads, writes nothing; ARGV[at], ARGV[at + 1]... are the chunk's numbers.
--                                 Returns retry-after, remaining and reset-after as in the reply; lives, µs for which
--                                 the state that was found is worth keeping, 0 if there is none; moved, true if that
--                                 state must be written anew even without a charge; and up to four values for apply
-- apply(key, units, a, b, c, d)   charges what check found, with its last values, and sets the TTL; with 0 units it only
--                                 writes the state. Returns µs until the call may go on, remaining and reset-after
-- refund                          see give_back.lua; may be missing

local reply = { now, 0, 0, 0, 0 }

-- Of the limit that was checked last; the next one's if it is of the same algorithm.
local name, check, apply

-- The i-th limit, whose arguments begin at `at`, and those up to the last one of its call: checked on the way in, charged
-- on the way out. Returns whether the call is admitted, and where the arguments of the next one begin.
local function decide(i, last, at, admitted)
  if i > last then
    return admitted, at
  end
  if name ~= ARGV[at] then
    name = ARGV[at]
    check, apply = chunk(name)
  end
  local key, cost, charge = KEYS[i], tonumber(ARGV[at + 2]), apply
  local retry_after, remaining, reset_after, lives, moved, a, b, c, d = check(key, cost, at + 4)
  local has_room = retry_after == 0

  admitted = admitted and (has_room or ARGV[at + 1] == '0')
  admitted, at = decide(i + 1, last, at + 4 + ARGV[at + 3], admitted)

  local delay = 0
  if admitted and has_room then
    delay, remaining, reset_after = charge(key, cost, a, b, c, d)
  elseif lives > 0 then
    -- -2: the key has ended since it was read.
    local left = redis.call('PTTL', key)
    if left ~= -2 and (moved or left < ttl(lives) - 1) then
      charge(key, 0, a, b, c, d)
    end
  end
  local before = i * 4 - 3
  reply[before + 1] = retry_after
  reply[before + 2] = remaining
  reply[before + 3] = reset_after
  reply[before + 4] = delay
  return admitted, at
end

-- A call whose chunk fails must not take others with it, which came by chance at the same moment. What Redis itself
-- refuses (it is full, or a replica) concerns them all. Its errors are tables, or do not begin with a place in the script.
local function fails_alone(failure)
  return type(failure) == 'string' and string.find(failure, '^user_script:') ~= nil
end

local first, at = 1, 2
local alone = tonumber(ARGV[2]) == #KEYS
while KEYS[first] do
  local last = first + ARGV[at] - 1
  if alone then
    decide(first, last, at + 1, true)
  else
    local decided, admitted, after = pcall(decide, first, last, at + 1, true)
    if not decided then
      local failure = admitted
      if not fails_alone(failure) then
        error(failure, 0)
      end
      redis.log(redis.LOG_WARNING, failure)
      name, after = nil, at + 1
      for i = first, last do
        reply[i * 4 - 2], reply[i * 4 - 1], reply[i * 4], reply[i * 4 + 1] = -1, 0, 0, 0
        after = after + 4 + ARGV[after + 3]
      end
    end
    at = after
  end
  first = last + 1
end
return reply
