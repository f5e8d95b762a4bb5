-- Opens the scripts: what the frames and all chunks share. All of it is made anew for each call, which is what a script
-- costs beside its commands: so there is little of it, and what Lua has (math.floor) is used where it is.
--
-- ARGV[1]  the time, µs since the epoch, in place of the server's clock; empty but in tests
--
-- now                  the time of this call in µs, the same for all of its limits
-- read(command, ...)   redis.call; nil for a key of a foreign type, so that its limit starts anew
-- ttl(micros)          what PX and PEXPIRE want: ms, rounded up, at least 1 (PX 0 is an error)
--
-- Numbers are doubles, exact up to 2^53 µs, and redis.call writes them exactly. `..` and tostring round them to 14
-- digits, and %d to 32 bits where long has no more: format with %.0f.

local given = tonumber(ARGV[1])
local now = given
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local function read(...)
  local answer = redis.pcall(...)
  if type(answer) == 'table' and answer.err then
    if string.find(answer.err, 'WRONGTYPE', 1, true) then
      return nil
    end
    error(answer.err, 0)
  end
  return answer
end

local function ttl(micros)
  local millis = math.max(1, math.ceil(micros / 1000))
  -- Under a given time the server's clock must not take away what is not over yet.
  return given and math.max(millis, 60000) or millis
end
