-- Gives back what earlier decisions took. May give back less, never more; creates no key. Follows common.lua and the
-- chunks.
--
-- KEYS   one key a limit
-- ARGV   [1] see common.lua; then, for each limit:
--        name of the algorithm; cost in units; departure that was answered, in µs;
--        how many numbers follow; the numbers that the algorithm's chunk asks for
-- Reply  now in µs
-- TTL    stays, or becomes what the smaller state is worth
--
-- refund(key, units, departure, at)   the chunk's third function; ARGV[at], ARGV[at + 1]... are its numbers. Without it
--                                     what was taken stays taken

local at = 2
for i = 1, #KEYS do
  local _, _, refund = chunk(ARGV[at])
  if refund then
    refund(KEYS[i], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), at + 4)
  end
  at = at + 4 + ARGV[at + 3]
end
return { now }
