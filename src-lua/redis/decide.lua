-- Decides several limits as one: if all that enforce have room, those that have room are charged; else nothing is.
-- All checks precede all charges. Follows common.lua and the chunks.
--
-- KEYS   one key a limit
-- ARGV   [1] see common.lua; then, for each limit:
--        name of the algorithm; 1 if the limit enforces, 0 in shadow; cost in units;
--        how many numbers follow; the numbers that the algorithm's chunk asks for
-- Reply  now in µs; then, for each limit: retry-after in µs (0: it had room), remaining units,
--        µs until there are more (0: never), µs until a charged call may go on
-- TTL    set by the chunks with each charge; one that is missing, or shorter than the state is worth, is repaired
--
-- A chunk is a function body that returns a table of functions:
--
-- check(key, cost, at, now)   reads, writes nothing; ARGV[at], ARGV[at + 1]... are the chunk's numbers.
--                             Returns a table: retry_after, remaining and reset_after as in the reply; lives, µs for
--                             which the state that was found is worth keeping, or nil; moved, true if that state must
--                             be written anew even without a charge; and whatever apply needs
-- apply(state, units, now)    charges what check returned and sets the TTL; with 0 units it only writes the state.
--                             Updates remaining and reset_after; returns µs until the call may go on
-- refund                      see give_back.lua; may be missing

local used, states, costs, algorithms = {}, {}, {}, {}
local admitted = true
local at = 2
for i = 1, #KEYS do
  local name = ARGV[at]
  local algorithm = used[name]
  if not algorithm then
    algorithm = chunk(name)
    used[name] = algorithm
  end
  local cost = tonumber(ARGV[at + 2])
  local state = algorithm.check(KEYS[i], cost, at + 4, now)
  if state.retry_after > 0 and ARGV[at + 1] == '1' then
    admitted = false
  end
  states[i], costs[i], algorithms[i] = state, cost, algorithm
  at = at + 4 + ARGV[at + 3]
end

local reply = { now, 0, 0, 0, 0 }
for i = 1, #KEYS do
  local state = states[i]
  local delay = 0
  if admitted and state.retry_after == 0 then
    delay = algorithms[i].apply(state, costs[i], now)
  elseif state.lives then
    -- -2: the key has ended since it was read.
    local left = redis.call('PTTL', KEYS[i])
    if left ~= -2 and (state.moved or left < ttl(state.lives) - 1) then
      algorithms[i].apply(state, 0, now)
    end
  end
  local last = i * 4 - 3
  reply[last + 1] = state.retry_after
  reply[last + 2] = state.remaining
  reply[last + 3] = state.reset_after
  reply[last + 4] = delay
end
return reply
