-- Refuses banned addresses at nginx, before anything behind it sees them, and reports whom nginx itself refuses.
--
--   lua_package_path '/etc/nginx/lua/?.lua;;';
--   lua_shared_dict limiter 10m;
--   init_by_lua_block        { require('limiter.guard').configure { redis = { host = '127.0.0.1' } } }
--   init_worker_by_lua_block { require('limiter.guard').start_reporting() }
--   limit_req_zone $limiter_client zone=requests:10m rate=10r/s;
--   server {
--     set_by_lua_block $limiter_client { return require('limiter.guard').client() }
--     rewrite_by_lua_block   { require('limiter.guard').refuse_banned() }
--     limit_req zone=requests burst=20 nodelay;
--     log_by_lua_block       { require('limiter.guard').report_refused() }
--   }
--
-- In the rewrite phase, not in that of access: there, under "satisfy any", whom the guard lets pass would need no password,
-- and a password would do for a banned one. So who is banned takes nothing of nginx's own limits either.
--
-- Reads  limiter:{ip:203.0.113.7}:ban and limiter:{subnet:203.0.113.0/24}:ban, of which only presence and PTTL count
-- Writes limiter:edge, a list of "<rule> <count> <subject> <method> <path>", which the Java side turns into strikes; the
--        rule is limited or probing, with -by-pages behind it for what a page had its reader's browser ask for
-- TTL    60 s, at most 10,000 entries
--
-- The client's address is what nginx takes for it: behind a proxy configure the realip module, as
-- limiter.client-ip.trusted-proxies on the Java side. Fails open: without Redis requests pass, but for known bans; and so
-- they do if anything goes wrong in here.

local byte = string.byte
local redis = require 'limiter.redis'
local subject = require 'limiter.subject'

-- With the way to Redis, a ban and its lift arrive within a second.
local CACHE_SECONDS = 0.75
-- For so long a ban without an end is held to, while Redis does not answer.
local PERMANENT_SECONDS = 3600
local REPORT_SECONDS = 0.25
local REPORT_BATCH, REPORT_QUEUE = 500, 10000
local REPORT_TTL_MS = 60000
local COUNT_SECONDS = 10
local PROXY_SECONDS = 86400
local FIRST_PRINTABLE = 0x20
local MAX_PATH = 200

local M = {}
local dict, client, prefix, ipv6_prefix

-- options   redis: see limiter/redis.lua; key_prefix: limiter.redis.key-prefix on the Java side; ipv6_prefix: bits that
--           make an IPv6 client, limiter.client-ip.ipv6-prefix there; dict: name of the lua_shared_dict
function M.configure(options)
  local name = options.dict or 'limiter'
  dict = ngx.shared[name] or error('limiter: add "lua_shared_dict ' .. name .. ' 10m;" to the http block')
  local host = options.redis and options.redis.host or error('limiter: set redis = { host = ... }')
  local is_address = host:find('^[%d.]+$') or host:find('^%[[%x:.]+%]$')
  if not is_address and not options.redis.resolver then
    error("limiter: redis.host = '" .. host .. "' is no address. Write one, such as 127.0.0.1 or [::1]; or set resolver"
      .. ' and resolver_timeout 20ms in the http block, and say so by redis.resolver = true')
  end
  client = redis.new(options.redis, dict)
  prefix = options.key_prefix or 'limiter:'
  ipv6_prefix = options.ipv6_prefix or 64
end

-- Keeps what Redis says of a subject, and returns when its ban ends: -1 for never, false without one. A ban is kept for as
-- long as it lasts, too, for when Redis does not answer.
local function note(who, left_ms)
  if left_ms == -1 then
    dict:set(who, -1, CACHE_SECONDS)
    dict:set('ban ' .. who, -1, PERMANENT_SECONDS)
    return -1
  elseif left_ms > 0 then
    local until_ms = ngx.now() * 1000 + left_ms
    dict:set(who, until_ms, math.min(CACHE_SECONDS, left_ms / 1000))
    dict:set('ban ' .. who, until_ms, left_ms / 1000)
    return until_ms
  end
  dict:set(who, false, CACHE_SECONDS)
  dict:delete('ban ' .. who)
  return false
end

-- Milliseconds that a ban of one of them lasts: nil without one, -1 for a permanent one.
-- A ban is cached for less than a second, so that a lift arrives; so is its absence. While Redis does not answer, what was
-- known last holds on.
local function banned(...)
  local found
  local unknown, commands = {}, {}
  for _, who in ipairs { ... } do
    local until_ms = dict:get(who)
    if until_ms == nil then
      unknown[#unknown + 1] = who
      commands[#commands + 1] = { 'PTTL', prefix .. '{' .. who .. '}:ban', answer = ':', repeatable = true }
    else
      found = until_ms or found
    end
  end
  if not found and #unknown > 0 then
    local answers = client:run(commands, 'say who is banned, requests pass')
    for i, who in ipairs(unknown) do
      if answers[i] then
        found = note(who, answers[i]) or found
      else
        found = dict:get('ban ' .. who) or found
      end
    end
  end
  if not found or found == -1 then
    return found
  end
  local left = found - ngx.now() * 1000
  return left > 0 and left or nil
end

local function refuse(left_ms)
  ngx.status = ngx.HTTP_FORBIDDEN
  ngx.header['Content-Type'] = 'application/problem+json'
  ngx.header['Cache-Control'] = 'no-store'
  if left_ms > 0 then
    ngx.header['Retry-After'] = math.ceil(left_ms / 1000)
  end
  ngx.print('{"type":"https://iana.org/assignments/http-problem-types#abnormal-usage-detected",'
    .. '"title":"Abnormal Usage Detected","status":403,"detail":"banned"}')
  return ngx.exit(ngx.HTTP_FORBIDDEN)
end

local complained_at

-- What a function returns; nothing if it fails, which each worker tells once a second.
local function safely(action)
  local done, result = pcall(action)
  if done then
    return result
  end
  if complained_at ~= ngx.time() then
    complained_at = ngx.time()
    ngx.log(ngx.ERR, 'limiter: requests pass, since the guard has failed: ', dict and result or 'call configure first')
  end
end

-- Notes that the head of a request was read: what cannot be comes to its end without any phase but that of the log. An
-- error page for it does not count.
local function note_read()
  if not ngx.req.is_internal() then
    ngx.ctx.limiter_read = true
  end
end

local function caller()
  return subject.of(ngx.var.binary_remote_addr, ipv6_prefix)
end

-- For set_by_lua: the key of limit_req_zone and limit_conn_zone. All addresses of an IPv6 client are one, as they are for
-- Java; by $binary_remote_addr it would have 2^64 counts of its own.
function M.client()
  note_read()
  return (safely(caller))
end

local function banned_caller()
  note_read()
  local address, subnet = caller()
  return address and banned(address, subnet)
end

-- For rewrite_by_lua. Ends the request of a banned address with 403; lets all others pass.
function M.refuse_banned()
  local left_ms = safely(banned_caller)
  if left_ms then
    ngx.ctx.limiter_banned = true
    return refuse(left_ms)
  end
end

-- Whether a page can make its reader's browser send what nginx could not read, before there is a field to tell by: a path
-- with %00, or what is no HTTP: TLS where there is none, STUN if the page calls nginx a TURN server. Browsers resolve /../
-- themselves, in paths, not in queries.
local function may_be_of_a_page()
  local line = ngx.var.request or ''
  local path = line:match('^%u+ (/[^?%s]*)%S* HTTP/%d')
  return line == '' or byte(line) < FIRST_PRINTABLE or path and not path:find('/../', 1, true)
end

-- What a refusal of nginx's own counts as; nil if something behind nginx answered, or the ban did.
local function rule()
  if ngx.var.limit_req_status == 'REJECTED' or ngx.var.limit_conn_status == 'REJECTED' then
    return 'limited'
  end
  local own = not ngx.var.upstream_status and not ngx.ctx.limiter_banned
  if own and (ngx.status == 444 or ngx.status == 400 and (ngx.ctx.limiter_read or not may_be_of_a_page())) then
    return 'probing'
  end
end

-- Of the user's own doing, or of a page of the same origin; and what is shown in the place of the page before, or what
-- scripts fetch. Anything else a page, anybody's, makes its reader's browser ask for: as FetchMetadata in Java.
local OWN_SITES = { none = true, ['same-origin'] = true }
local OWN_DESTINATIONS = { document = true, empty = true }

local function is_of_a_page()
  local site, destination = ngx.var.http_sec_fetch_site, ngx.var.http_sec_fetch_dest
  return site and not OWN_SITES[site] or destination and not OWN_DESTINATIONS[destination]
end

-- A proxy is whom nginx has taken at its word once, by the realip module. What it could not read, or what is the proxy's own,
-- is on the connection of the proxy: who sent it is not known.
local function is_of_a_proxy()
  local peer = ngx.var.realip_remote_addr
  if not peer then
    return false
  end
  local key = 'proxy ' .. peer
  local is_known = dict:get(key)
  if peer == ngx.var.remote_addr then
    return is_known
  end
  if not is_known then
    dict:set(key, true, PROXY_SECONDS)
  end
  return false
end

local function note_refused()
  local of_a_proxy = is_of_a_proxy()
  local name = not of_a_proxy and rule()
  local address = name and caller()
  if not address then
    return
  end
  local is_probe = name == 'probing'
  if is_of_a_page() then
    name = name .. '-by-pages'
  end
  local method = (ngx.var.request_method or '-'):gsub('[^%u]', ''):sub(1, 10)
  -- A path of limited requests says nothing: one line for all of them.
  local path = is_probe and (ngx.var.uri or ''):gsub('[^%w%p]', '?'):sub(1, MAX_PATH) or ''
  local line = table.concat({ address, method == '' and '-' or method, path == '' and '-' or path }, ' ')
  local count = dict:incr(name .. ' ' .. line, 1, 0, COUNT_SECONDS)
  if count == 1 and (dict:llen('reports') or 0) < REPORT_QUEUE then
    dict:rpush('reports', name .. ' ' .. line)
  end
end

-- For log_by_lua. Counts in memory; a timer tells Redis.
function M.report_refused()
  safely(note_refused)
end

-- What could not be sent, or was refused, is kept for later. What was sent without an answer may have arrived: it is not
-- sent twice.
local function put_back(entries, counts)
  for i, entry in ipairs(entries) do
    if dict:incr(entry, counts[i], 0, COUNT_SECONDS) == counts[i] then
      dict:rpush('reports', entry)
    end
  end
end

local function report(premature)
  local key = prefix .. 'edge'
  local entries, counts = {}, {}
  local push = { 'RPUSH', key, answer = ':' }
  while #entries < REPORT_BATCH do
    local entry = dict:lpop('reports')
    if not entry then
      break
    end
    entries[#entries + 1] = entry
    counts[#entries] = dict:get(entry) or 1
    dict:delete(entry)
    push[#push + 1] = (entry:gsub(' ', ' ' .. counts[#entries] .. ' ', 1))
  end
  if #entries > 0 then
    local trim = { 'LTRIM', key, -REPORT_QUEUE, -1, answer = '+' }
    local expire = { 'PEXPIRE', key, REPORT_TTL_MS, answer = ':' }
    local _, sent, refused = client:run({ push, trim, expire }, 'take reports of refusals')
    if not sent or refused[1] then
      put_back(entries, counts)
    end
  end
  return premature
end

-- For init_worker_by_lua: one worker tells Redis whom nginx refused.
function M.start_reporting()
  if dict and ngx.worker.id() == 0 then
    local started, failure = ngx.timer.every(REPORT_SECONDS, report)
    if not started then
      ngx.log(ngx.ERR, 'limiter: whom nginx refuses is not reported: ', failure)
    end
  end
end

return M
