-- As much of a Redis client as the guard needs: pipelined commands, each on one key, to one Redis or to a Cluster.
--
-- Connections are kept alive and log in once. In a Cluster each key is asked of the node that last owned its slot, or else of
-- the seed; while that is down, of any that is known. A MOVED answer is followed and learnt. A node that fails, or
-- answers with what is no answer to what was asked, is left alone for a second by all workers, with one line in the log;
-- what was asked of it is nil then. So is one that answers with an error, but only by those who wanted the same of it: a
-- Redis that is full refuses writes and can be read.

local bit = require 'bit'
local byte, concat = string.byte, table.concat

local TIMEOUT_MS = 20
local PAUSE_SECONDS = 1
local IDLE_MS, POOL_SIZE = 60000, 64
-- A node that is down, another that knows who has taken over, and who has.
local MOST_ROUNDS = 3
local MOST_NODES = 32
local NODE_SECONDS = 86400

local M = {}
M.__index = M

-- CRC-16/XMODEM, as the Redis Cluster specification wants it.
local CRC = {}
for i = 0, 255 do
  local crc = bit.lshift(i, 8)
  for _ = 1, 8 do
    local shifted = bit.lshift(crc, 1)
    crc = bit.band(bit.band(crc, 0x8000) ~= 0 and bit.bxor(shifted, 0x1021) or shifted, 0xffff)
  end
  CRC[i] = crc
end

local function slot(key)
  local tag = key:match('^[^{]*{([^}]+)}') or key
  local crc = 0
  for i = 1, #tag do
    crc = bit.bxor(bit.band(bit.lshift(crc, 8), 0xffff), CRC[bit.bxor(bit.rshift(crc, 8), byte(tag, i))])
  end
  return crc % 16384
end

-- settings   host, an address, or a name if resolver is true; port, and, where they are needed: username, password,
--            database, ssl (true), ssl_verify (true), timeout_ms (20)
-- dict       the lua_shared_dict that remembers which nodes are down
function M.new(settings, dict)
  local seed = settings.host .. ':' .. (settings.port or 6379)
  return setmetatable({ settings = settings, dict = dict, seed = seed, owners = {} }, M)
end

local function encoded(command)
  local parts = { '*' .. #command .. '\r\n' }
  for _, argument in ipairs(command) do
    argument = tostring(argument)
    parts[#parts + 1] = '$' .. #argument .. '\r\n' .. argument .. '\r\n'
  end
  return concat(parts)
end

-- One reply of a kind that the commands used here have: status, error, integer.
local function reply(socket)
  local line, failure = socket:receive()
  if not line then
    return nil, failure
  end
  local kind, rest = line:sub(1, 1), line:sub(2)
  if kind == ':' and rest:find('^-?%d+$') then
    return { kind = kind, value = tonumber(rest) }
  elseif kind == '+' then
    return { kind = kind, value = rest }
  elseif kind == '-' then
    return { err = rest }
  end
  return nil, 'unexpected reply'
end

local function handshake(socket, settings)
  local first = {}
  if settings.password then
    first[#first + 1] = settings.username and { 'AUTH', settings.username, settings.password }
      or { 'AUTH', settings.password }
  end
  if settings.database and settings.database ~= 0 then
    first[#first + 1] = { 'SELECT', settings.database }
  end
  for _, command in ipairs(first) do
    local _, failure = socket:send(encoded(command))
    if failure then
      return failure
    end
    local answer
    answer, failure = reply(socket)
    if not answer or answer.err then
      return failure or answer.err
    end
  end
end

function M:connect(node)
  local settings = self.settings
  local socket = ngx.socket.tcp()
  local timeout = settings.timeout_ms or TIMEOUT_MS
  socket:settimeouts(timeout, timeout, timeout)
  local host, port = node:match('^(.*):(%d+)$')
  local pool = concat({ node, settings.username or '', settings.database or 0, settings.ssl and 'ssl' or '' }, '|')
  local connected, failure = socket:connect(host, tonumber(port), { pool = pool, pool_size = POOL_SIZE })
  if not connected then
    return nil, failure
  end
  if socket:getreusedtimes() == 0 then
    if settings.ssl then
      connected, failure = socket:sslhandshake(nil, settings.host, settings.ssl_verify ~= false)
      if not connected then
        return nil, failure
      end
    end
    failure = handshake(socket, settings)
    if failure then
      socket:close()
      return nil, failure
    end
  end
  return socket
end

-- Sends commands to one node and reads their replies, or fails as a whole; whether anything was sent comes third.
function M:exchange(node, commands)
  local socket, failure = self:connect(node)
  if not socket then
    return nil, failure, false
  end
  local sent = {}
  for i, command in ipairs(commands) do
    sent[i] = encoded(command)
  end
  local replies = {}
  local done
  done, failure = socket:send(sent)
  for i = 1, done and #commands or 0 do
    local answer
    answer, failure = reply(socket)
    if not answer then
      break
    elseif not answer.err and answer.kind ~= commands[i].answer then
      failure = 'unexpected reply'
      break
    end
    replies[i] = answer
  end
  if not done or #replies < #commands then
    socket:close()
    return nil, failure, true
  end
  socket:setkeepalive(IDLE_MS, POOL_SIZE)
  return replies, nil, true
end

-- Whether for a second nothing is to be wanted of a node: at all, or for one purpose.
local function down(node, purpose)
  return 'down:' .. (purpose or '') .. ':' .. node
end

function M:leave_alone(key, node, does, failure)
  if self.dict:add(key, true, PAUSE_SECONDS) then
    ngx.log(ngx.WARN, 'limiter: Redis at ', node, ' does not ', does, ' for a second: ', failure)
  end
end

function M:ask(node, commands, purpose)
  if self.dict:get(down(node)) or self.dict:get(down(node, purpose)) then
    return nil, false
  end
  local replies, failure, sent = self:exchange(node, commands)
  if not replies then
    self:leave_alone(down(node), node, 'answer, requests pass', failure)
  end
  return replies, sent
end

-- Notes a node for all workers, also those that are yet to come; the ones that were named last are kept.
function M:know(node)
  if self.dict:add('node ' .. node, true, NODE_SECONDS) then
    local nodes = self.dict:incr('nodes', 1, 0)
    if nodes then
      self.dict:set('node ' .. (nodes - 1) % MOST_NODES + 1, node)
    end
  end
end

function M:node_for(key)
  local owner = self.owners[slot(key)] or self.seed
  if self.dict:get(down(owner)) then
    for place = 1, math.min(self.dict:get('nodes') or 0, MOST_NODES) do
      local node = self.dict:get('node ' .. place)
      if node and not self.dict:get(down(node)) then
        return node
      end
    end
  end
  return owner
end

local function by_node(self, commands, indexes)
  local groups = {}
  for _, i in ipairs(indexes) do
    local node = self:node_for(commands[i][2])
    groups[node] = groups[node] or {}
    table.insert(groups[node], i)
  end
  return groups
end

-- Whom a MOVED names. Without a host it is another port of the same one; an IPv6 address has no brackets there.
local function owner_in(failure, node)
  local host, port = failure:match('^MOVED %d+ (%S*):(%d+)$')
  if host == '' then
    host = node:match('^(.*):')
  elseif host and host:find(':', 1, true) and host:sub(1, 1) ~= '[' then
    host = '[' .. host .. ']'
  end
  return port and host .. ':' .. port
end

-- Runs commands whose second word is their one key, and whose field "answer" is the kind of reply that they have; if it is
-- lost, those with the field "repeatable" are tried at another node.
-- purpose   what for, as the log is to say it behind "Redis does not"; an error ends it for a second, and nothing else
-- Returns one entry a command: its reply, or nil if the node did not answer or answered with an error; whether any command
-- was sent; and by their places, those that were answered with an error
function M:run(commands, purpose)
  local values, refused = {}, {}
  local any_sent = false
  local open = {}
  for i = 1, #commands do
    open[i] = i
  end
  for _ = 1, MOST_ROUNDS do
    local again = {}
    for node, indexes in pairs(by_node(self, commands, open)) do
      local batch = {}
      for n, i in ipairs(indexes) do
        batch[n] = commands[i]
      end
      local replies, sent = self:ask(node, batch, purpose)
      any_sent = any_sent or sent
      for n, i in ipairs(indexes) do
        local answer = replies and replies[n]
        local owner = answer and answer.err and owner_in(answer.err, node)
        if owner then
          self.owners[slot(commands[i][2])] = owner
          self:know(owner)
          again[#again + 1] = i
        elseif answer and answer.err then
          -- What is on its way to another node is no reason to leave the others of this one alone.
          if not answer.err:find('^ASK ') then
            self:leave_alone(down(node, purpose), node, purpose, answer.err)
          end
          refused[i] = true
        elseif answer then
          values[i] = answer.value
        elseif not replies then
          -- It may have lost its slots to another: others know.
          self.owners[slot(commands[i][2])] = nil
          if not sent or commands[i].repeatable then
            again[#again + 1] = i
          end
        end
      end
    end
    open = again
    if #open == 0 then
      break
    end
  end
  return values, any_sent, refused
end

return M
