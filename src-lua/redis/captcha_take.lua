-- Hands out a challenge, to one caller alone. Follows common.lua.
--
-- KEYS   [1] the bucket, see captcha_keep.lua
-- ARGV   [1] see common.lua; [2] id
-- Reply  nothing if it is not there or has ended; else [1] what is left of its life, in µs; [2] the rest
-- TTL    stays

local kept = redis.call('HGET', KEYS[1], ARGV[2])
if not kept then
  return {}
end
redis.call('HDEL', KEYS[1], ARGV[2])
local over, rest = string.match(kept, '^(%d+) (.*)$')
local left = tonumber(over) - now
if left <= 0 then
  return {}
end
return { string.format('%.0f', left), rest }
