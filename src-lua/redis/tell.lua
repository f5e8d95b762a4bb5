-- Opens scripts that publish news.
--
-- tell(stream, topic, text)   adds to the stream; of what it holds the eldest are dropped
--
-- TTL   a week after the latest news; a stream that is gone before was lost, see news.lua

local KEPT = 10000
local WEEK = 604800000

local function tell(stream, topic, text)
  redis.call('XADD', stream, 'MAXLEN', '~', KEPT, '*', topic, text)
  redis.call('PEXPIRE', stream, WEEK)
end

