-- Decides a single limit, as decide.lua does several, at two thirds of the cost: made for each algorithm with nothing
-- but that one's chunk. Follows common.lua and the functions check and apply.
--
-- KEYS   [1] the limit's key
-- ARGV   [1] see common.lua; [2] cost in units; then the numbers that the algorithm's chunk asks for
-- Reply  as that of decide.lua
-- TTL    as there

local key, cost = KEYS[1], tonumber(ARGV[2])
local retry_after, remaining, reset_after, lives, moved, a, b, c, d = check(key, cost, 3)

local delay = 0
if retry_after == 0 then
  delay, remaining, reset_after = apply(key, cost, a, b, c, d)
elseif lives > 0 then
  -- -2: the key has ended since it was read.
  local left = redis.call('PTTL', key)
  if left ~= -2 and (moved or left < ttl(lives) - 1) then
    apply(key, 0, a, b, c, d)
  end
end

if not (remaining and reset_after and delay) then
  error('the algorithm does not answer with numbers')
end
return { now, retry_after, remaining, reset_after, delay }
