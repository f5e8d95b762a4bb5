-- Uses a pass, and binds it by that: to the first user who shows it, or to a network. Follows common.lua.
--
-- KEYS   [1] the pass, see pass_grant.lua
-- ARGV   [1] see common.lua; [2] the user's subject, empty if nobody is logged in; [3] the network's subject;
--        [4] networks that it is good for
-- Reply  [1] 1 if it is good for this holder, else 0
-- TTL    stays

local over = redis.call('HGET', KEYS[1], 'end')
if not over or tonumber(over) <= now then
  return { 0 }
end
if ARGV[2] ~= '' then
  redis.call('HSETNX', KEYS[1], 'user', ARGV[2])
  return { redis.call('HGET', KEYS[1], 'user') == ARGV[2] and 1 or 0 }
end
for i = 1, tonumber(ARGV[4]) do
  redis.call('HSETNX', KEYS[1], 'n' .. i, ARGV[3])
  if redis.call('HGET', KEYS[1], 'n' .. i) == ARGV[3] then
    return { 1 }
  end
end
return { 0 }
