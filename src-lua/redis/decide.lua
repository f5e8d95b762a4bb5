-- Decides several limits as one: if all that enforce have room, those that have room are charged; else nothing is.
-- All checks precede all charges. Follows common.lua and the chunks. Its twin for a single limit is decide_one.lua.
--
-- KEYS   one key a limit
-- ARGV   [1] see common.lua; then, for each limit:
--        name of the algorithm; 1 if the limit enforces, 0 in shadow; cost in units;
--        how many numbers follow; the numbers that the algorithm's chunk asks for
-- Reply  now in µs; then, for each limit: retry-after in µs (0: it had room), remaining units,
--        µs until there are more (0: never), µs until a charged call may go on
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

-- The i-th limit, whose arguments begin at `at`, and all that follow: checked on the way in, charged on the way out.
-- Limits in a row of one algorithm share its functions.
local function decide(i, at, admitted, name, check, apply)
  local key = KEYS[i]
  if not key then
    return admitted
  end
  if name ~= ARGV[at] then
    name = ARGV[at]
    check, apply = chunk(name)
  end
  local cost = tonumber(ARGV[at + 2])
  local retry_after, remaining, reset_after, lives, moved, a, b, c, d = check(key, cost, at + 4)
  local has_room = retry_after == 0

  admitted = decide(i + 1, at + 4 + ARGV[at + 3], admitted and (has_room or ARGV[at + 1] == '0'), name, check, apply)

  local delay = 0
  if admitted and has_room then
    delay, remaining, reset_after = apply(key, cost, a, b, c, d)
  elseif lives > 0 then
    -- -2: the key has ended since it was read.
    local left = redis.call('PTTL', key)
    if left ~= -2 and (moved or left < ttl(lives) - 1) then
      apply(key, 0, a, b, c, d)
    end
  end
  local last = i * 4 - 3
  reply[last + 1] = retry_after
  reply[last + 2] = remaining
  reply[last + 3] = reset_after
  reply[last + 4] = delay
  return admitted
end

decide(1, 2, true)
return reply
