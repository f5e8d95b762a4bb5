-- Takes what nginx has reported (see src-lua/nginx/limiter/guard.lua) off its list: each report goes to one node.
--
-- KEYS   [1] the list
-- ARGV   [1] most reports to take at once
-- Reply  the reports, the eldest first; empty if there are none
-- TTL    set by nginx; taking leaves it

return redis.call('LPOP', KEYS[1], ARGV[1]) or {}
