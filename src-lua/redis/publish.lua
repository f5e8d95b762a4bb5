-- Publishes news. Follows tell.lua.
--
-- KEYS   [1] the stream
-- ARGV   [1] topic; [2] text
-- Reply  [1] 1
-- TTL    see tell.lua

tell(KEYS[1], ARGV[1], ARGV[2])
return { 1 }
