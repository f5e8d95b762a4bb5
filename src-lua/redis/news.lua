-- Reads the news that came after those that were read last. Writes nothing.
--
-- KEYS   [1] the stream
-- ARGV   [1] id of what was read last; empty in the beginning; [2] most news to read at once
-- Reply  [1] id of what is read by now; [2] 1 if news may have been lost: all is to be read anew where it is kept;
--        [3] 1 if these are all; then, for each: its age in µs, topic, text

local NOTHING = '0-0'

-- As many as tell.lua keeps.
local KEPT = 10000

local last, most = ARGV[1], tonumber(ARGV[2])

-- A stream that was empty and is still short has all that was ever told.
local function forgotten()
  if last == NOTHING then
    return redis.call('XLEN', KEYS[1]) >= KEPT
  end
  return last == '' or #redis.call('XRANGE', KEYS[1], last, last) == 0
end

if forgotten() then
  local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
  return { newest[1] and newest[1][1] or NOTHING, 1, 1 }
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local entries = redis.call('XRANGE', KEYS[1], '(' .. last, '+', 'COUNT', most)
local reply = { last, 0, #entries < most and 1 or 0 }
for i = 1, #entries do
  local id, fields = entries[i][1], entries[i][2]
  local age = now - string.match(id, '^%d+') * 1000
  reply[1] = id
  reply[#reply + 1] = string.format('%.0f', math.max(0, age))
  reply[#reply + 1] = fields[1]
  reply[#reply + 1] = fields[2]
end
return reply
