-- Begins a decision of which subjects are struck if they are refused, and refused if they are banned. Follows common.lua
-- and strike.lua; the frame of the decision follows as a function, then struck.lua.
--
-- KEYS   those of the decision, then the keys of the subjects' bans
-- ARGV   those of the decision, then for each subject its rule, see strike.lua; then a byte for each limit: which subject
--        a refusal strikes, 0 for none
-- Reply  that of the decision; for each subject that was struck its number and its standing, see strike.lua, follow.
--        If one is banned: now; -1; for each subject what is left of its ban in µs, 0 if it is not banned, -1: no end
-- TTL    see strike.lua

local targets = ARGV[#ARGV]
local limits = #targets
local bans = {}
for i = limits + 1, #KEYS do
  bans[i - limits] = KEYS[i]
  KEYS[i] = nil
end

if redis.call('EXISTS', unpack(bans)) > 0 then
  local refusal, banned = { now, -1 }, false
  for i = 1, #bans do
    local ban = records(bans[i]).ban()
    refusal[i + 2] = ban and (ban[3] == '0' and -1 or ban[3] - now) or 0
    banned = banned or ban ~= nil
  end
  if banned then
    return refusal
  end
end

