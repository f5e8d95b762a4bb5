-- Decides calls, one after the other, each with its limits as one: if all that enforce have room, those that have room
-- are charged; else nothing is. All checks of a call precede all charges. A call may name subjects: if one of them is
-- banned, that refuses it; if one of its limits does, the limit's subject is struck, once. Follows common.lua, strike.lua
-- and the chunks. Its twin for one call with a single limit and no subject is decide_one.lua.
--
-- KEYS   one key a limit, of all calls; then one key a subject, of all calls: that of its ban
-- ARGV   [1] see common.lua; [2] how many limits all calls have together; then, for each call:
--        a byte for each limit, the number of the subject that it strikes, 0 for none; how many subjects there are; how
--        many arguments the limits have together; for each subject its rule, see strike.lua; then, for each limit:
--        name of the algorithm; 1 if the limit enforces, 0 in shadow; cost in units;
--        how many numbers follow; the numbers that the algorithm's chunk asks for
-- Reply  now in µs; then, for each limit: retry-after in µs (0: it had room), remaining units, µs until there are more
--        (0: never), µs until a charged call may go on. In place of these four, for each limit of a call that
--        is refused by a ban: -2; what is left of the ban of the limit's subject, µs, -1: no end, 0: it is not banned; 0; 0
--        could not be decided, as the server's log says, of several calls: -1; 0; 0; 0
--        Then, for each subject that was struck: the number of the limit, among all, that did it; its standing, four
--        numbers, see strike.lua
-- TTL    set by the chunks with each charge; one that is missing, or shorter than the state is worth, is repaired; that
--        of bans and strikes by strike.lua
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

local UNDECIDED, BANNED = -1, -2

local limits = tonumber(ARGV[2])
local reply = { now, 0, 0, 0, 0 }
local strikes = {}

-- Nearly always nobody is banned: one look, for all calls.
local some_banned = KEYS[limits + 1] and redis.call('EXISTS', unpack(KEYS, limits + 1)) > 0

-- The same four numbers for each limit of a call, but for the second.
local function answer(first, last, what, second)
  for i = first, last do
    local before = i * 4 - 3
    reply[before + 1], reply[before + 2], reply[before + 3], reply[before + 4] = what, second and second(i) or 0, 0, 0
  end
end

-- The number of the subject that a limit strikes, 0 for none.
local function target_of(i, first, targets)
  return string.byte(targets, i - first + 1) - 48
end

-- Whether the call is refused by the ban of one of its subjects, whose keys come after the first so many bans.
local function refuse_banned(first, last, targets, subjects, bans)
  local left, banned = {}, false
  for i = 1, subjects do
    local ban = records(KEYS[limits + bans + i]).ban()
    left[i] = ban and (ban[3] == '0' and -1 or ban[3] - now)
    banned = banned or ban ~= nil
  end
  if banned then
    answer(first, last, BANNED, function(i)
      return left[target_of(i, first, targets)]
    end)
  end
  return banned
end

-- Strikes the subjects of the limits that refused, each once.
local function strike(first, last, targets, rules, bans)
  local struck
  for i = first, last do
    local target = target_of(i, first, targets)
    if target > 0 and reply[i * 4 - 2] > 0 and not (struck and struck[target]) then
      struck = struck or {}
      struck[target] = true
      local state, left, change, quiet = records(KEYS[limits + bans + target]).strike(ARGV[rules + target - 1], nil, true)
      some_banned = some_banned or state == 2
      for _, number in ipairs({ i, state, left, change, quiet }) do
        strikes[#strikes + 1] = number
      end
    end
  end
end

-- Of the limit that was checked last; the next one's if it is of the same algorithm.
local name, check, apply

-- The i-th limit, whose arguments begin at `at`, and those up to the last one of its call: checked on the way in, charged
-- on the way out. Returns whether the call is admitted.
local function decide(i, last, at, admitted)
  if i > last then
    return admitted
  end
  if name ~= ARGV[at] then
    check, apply = chunk(ARGV[at])
    name = ARGV[at]
  end
  local key, cost, charge = KEYS[i], tonumber(ARGV[at + 2]), apply
  local retry_after, remaining, reset_after, lives, moved, a, b, c, d = check(key, cost, at + 4)
  local has_room = retry_after == 0

  admitted = admitted and (has_room or ARGV[at + 1] == '0')
  admitted = decide(i + 1, last, at + 4 + ARGV[at + 3], admitted)

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
  if not (retry_after and remaining and reset_after and delay) then
    error(ARGV[at] .. ' does not answer with numbers')
  end
  local before = i * 4 - 3
  -- Redis cuts off what is not whole: a refusal must not become none.
  reply[before + 1] = has_room and 0 or math.ceil(retry_after)
  reply[before + 2] = remaining
  reply[before + 3] = reset_after
  reply[before + 4] = delay
  return admitted
end

-- A call whose arguments begin at `at`.
local function whole(first, last, at, subjects, bans)
  if subjects == 0 then
    decide(first, last, at + 3, true)
  elseif not (some_banned and refuse_banned(first, last, ARGV[at], subjects, bans)) then
    decide(first, last, at + 3 + subjects, true)
    strike(first, last, ARGV[at], at + 3, bans)
  end
end

-- A call whose chunk fails, or whose strikes are kept by a key of somebody else's, must not take others with it, which came
-- by chance at the same moment. What else Redis refuses (it is full, or a replica) concerns them all.
local function fails_alone(failure)
  return string.find(failure, '^user_script:') or string.find(failure, 'WRONGTYPE', 1, true)
end

local first, at, bans = 1, 3, 0
local alone = #ARGV[at] == limits
while first <= limits do
  local last, subjects = first + #ARGV[at] - 1, tonumber(ARGV[at + 1])
  if alone then
    whole(first, last, at, subjects, bans)
  else
    local decided, failure = pcall(whole, first, last, at, subjects, bans)
    if not decided then
      if not fails_alone(failure) then
        -- Redis 7 tells by a code at the beginning what it refuses, and callers know it by that.
        if string.find(failure, '^%u+ ') then
          return { err = failure }
        end
        error(failure, 0)
      end
      redis.log(redis.LOG_WARNING, failure)
      answer(first, last, UNDECIDED)
    end
  end
  first, bans, at = last + 1, bans + subjects, at + 3 + subjects + ARGV[at + 2]
end
for i, number in ipairs(strikes) do
  reply[1 + limits * 4 + i] = number
end
return reply
