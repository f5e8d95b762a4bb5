-- Writes who calls exactly as the Java side does: `ip:203.0.113.7`, `ip:2001:db8:1:1::`, `subnet:203.0.113.0/24`.
--
-- An IPv4-mapped IPv6 address is the IPv4 address; other IPv6 addresses count by their network (/64 unless configured
-- otherwise); the text is that of RFC 5952. A ban would be dodged by any difference.

local bit = require 'bit'
local byte, format, concat = string.byte, string.format, table.concat

local MAPPED = string.rep('\0', 10) .. '\255\255'
local GROUPS = 8

local M = {}

-- The first `prefix` bits of an address of 16 bytes as 8 numbers, the rest zero.
local function groups(binary, prefix)
  local numbers = {}
  for i = 1, GROUPS do
    local kept = math.max(0, math.min(16, prefix - (i - 1) * 16))
    local mask = bit.band(bit.lshift(0xffff, 16 - kept), 0xffff)
    numbers[i] = bit.band(byte(binary, i * 2 - 1) * 256 + byte(binary, i * 2), mask)
  end
  return numbers
end

-- RFC 5952 section 4: `::` for the longest run of at least two zeros, the first one of equally long runs.
local function rfc5952(numbers)
  local gap, length = 0, 1
  local i = 1
  while i <= GROUPS do
    local run = 0
    while i + run <= GROUPS and numbers[i + run] == 0 do
      run = run + 1
    end
    if run > length then
      gap, length = i, run
    end
    i = i + math.max(run, 1)
  end
  local before, after = {}, {}
  for group = 1, GROUPS do
    if gap == 0 or group < gap then
      before[#before + 1] = format('%x', numbers[group])
    elseif group >= gap + length then
      after[#after + 1] = format('%x', numbers[group])
    end
  end
  return gap == 0 and concat(before, ':') or concat(before, ':') .. '::' .. concat(after, ':')
end

-- binary        $binary_remote_addr: 4 or 16 bytes (none for a Unix socket)
-- ipv6_prefix   bits of an IPv6 address that make a client; limiter.client-ip.ipv6-prefix on the Java side
-- Returns the address and the subnet as subjects, or nil if there is no address
function M.of(binary, ipv6_prefix)
  if binary and #binary == 16 and binary:sub(1, 12) == MAPPED then
    binary = binary:sub(13)
  end
  if not binary or #binary ~= 4 and #binary ~= 16 then
    return nil
  end
  if #binary == 4 then
    local a, b, c, d = byte(binary, 1, 4)
    return format('ip:%d.%d.%d.%d', a, b, c, d), format('subnet:%d.%d.%d.0/24', a, b, c)
  end
  return 'ip:' .. rfc5952(groups(binary, ipv6_prefix)), 'subnet:' .. rfc5952(groups(binary, 48)) .. '/48'
end

return M
