-- Reads the news that came after those that were read last. Writes nothing.
--
-- KEYS   [1] the stream
-- ARGV   [1] id of what was read last; empty in the beginning; [2] most news to read at once
-- Reply  [1] id of what is read by now; [2] 1 if news may have been missed: all is to be read anew where it is kept; 2 if
--        the data of this server were lost, so that there may be less to read than there was: what was told since then
--        follows; [3] 1 if these are all; then, for each: its age in µs, topic, text

local NOTHING = '0-0'

-- As many as tell.lua keeps, and so long, µs.
local KEPT, WEEK = 10000, 604800000000

local last, most = ARGV[1], tonumber(ARGV[2])

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local function age(id)
  return now - string.match(id, '^%d+') * 1000
end

-- 0, 1 or 2, as in the reply. A stream that was empty and is still short has all that was ever told; one that is short, and
-- young enough to be there, forgets nothing.
local function forgotten()
  if last == '' then
    return 1
  end
  local short = redis.call('XLEN', KEYS[1]) < KEPT
  if last == NOTHING then
    return short and 0 or 1
  end
  if #redis.call('XRANGE', KEYS[1], last, last) > 0 then
    return 0
  end
  return short and age(last) < WEEK and 2 or 1
end

local gap = forgotten()
if gap == 1 then
  local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
  return { newest[1] and newest[1][1] or NOTHING, gap, 1 }
end

local entries = redis.call('XRANGE', KEYS[1], '(' .. last, '+', 'COUNT', most)
local reply = { last, gap, #entries < most and 1 or 0 }
if gap == 2 then
  -- Where nothing was told since the loss, the next read goes on from what is left.
  local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
  reply[1] = newest[1] and newest[1][1] or NOTHING
end
for i = 1, #entries do
  local id, fields = entries[i][1], entries[i][2]
  reply[1] = id
  reply[#reply + 1] = string.format('%.0f', math.max(0, age(id)))
  reply[#reply + 1] = fields[1]
  reply[#reply + 1] = fields[2]
end
return reply
