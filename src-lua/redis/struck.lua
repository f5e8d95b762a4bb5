-- Ends a decision: strikes the subjects of the limits that refused, each once. See guarded.lua.

local length, struck = #reply, nil
for i = 1, limits do
  local target = string.byte(targets, i) - 48
  if target > 0 and reply[i * 4 - 2] > 0 and not (struck and struck[target]) then
    struck = struck or {}
    struck[target] = true
    local state, left, change, quiet = records(bans[target]).strike(ARGV[#ARGV - #bans - 1 + target], nil, true)
    reply[length + 1] = target
    reply[length + 2] = state
    reply[length + 3] = left
    reply[length + 4] = change
    reply[length + 5] = quiet
    length = length + 5
  end
end
return reply
