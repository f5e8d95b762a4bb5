-- Opens scripts that publish news.
--
-- tell(stream, topic, text)   adds to the stream; of what it holds the eldest are dropped
--
-- TTL   an hour after the latest news; whoever has not read for so long reads everything anew

local KEPT = 10000
local HOUR = 3600000

local function tell(stream, topic, text)
  redis.call('XADD', stream, 'MAXLEN', '~', KEPT, '*', topic, text)
  redis.call('PEXPIRE', stream, HOUR)
end

