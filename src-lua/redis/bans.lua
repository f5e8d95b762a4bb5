-- Strikes, bans and what belongs to them, outside of decisions. Follows common.lua, tell.lua, announce.lua and
-- strike.lua, which has the keys of a subject. Besides them:
--
--        limiter:{…}:evidence    list of offences, the first ones and the last ones
--        limiter:{…}:counted     hash of their numbers, by rule
--        limiter:bans            sorted set of all subjects that are banned, by the µs at which that ends
--        limiter:challenges      the same of those that are challenged
--        limiter:review          the same of those whose bans need review; operator state
--        limiter:audit           list of what was done by hand; operator state
--
-- KEYS   [1] the ban of a subject, or one of the keys above; `look` takes several bans
-- ARGV   [1] see common.lua; [2] what to do; then, by that:
--        strike      rule; item, where there is one
--        challenge, standing, find, relist
--        pardon      rule whose strikes are cleared, with those of refused calls; how often; within which time, µs
--        met         a user of the address; 1 if it was struck
--        ban         length, µs, 0: no end; by; reason; value of the subject where it is not that of the key
--        lift        by
--        confirm     by
--        restore     µs that are left, -1: no end; 1 if it lapses unconfirmed; value of the subject as above
--        look
--        keep        rule; offence; first ones kept; kept in all; for how long, µs
--        evidence
--        list        µs and subject after which to begin; how many
--        add         subject; µs at which it ends, 0: never
--        for         subject; µs after which it ends
--        remove, listed  subject
--        note        line of text
--        notes       how many
-- Reply  now in µs, then: of strike, challenge, standing and pardon a standing; of ban, lift, confirm, restore and find
--        the text of the ban, if there is or was one; of listed 1 if it is; of look the text of each, empty for none; of
--        evidence the offences, then an empty text, then rules and numbers; of list µs and subject of each; of notes the
--        lines
-- TTL    see strike.lua; evidence as it is told; lists end by the longest ban; none for review and audit

local work = {}
local key = KEYS[1]

local function standing(state, left, change, quiet)
  return { now, state, left, change or 0, quiet or 0 }
end

local function audit(action, by, reason)
  if one_node then
    announcements().audit(key, action, by, reason)
  end
end

function work.strike(rule, item)
  return standing(records(key).strike(rule, item))
end

function work.challenge()
  return standing(records(key).challenge())
end

function work.standing()
  return standing(records(key).standing())
end

function work.relist()
  records(key).relist()
  return { now }
end

function work.pardon(rule, most, hour)
  local all = records(key)
  all.pardon(rule, tonumber(most), tonumber(hour))
  local state, left = all.standing()
  if one_node and state == 0 then
    announcements().clear(key, false)
  end
  return standing(state, left)
end

function work.met(user, struck)
  records(key).met(user, struck == '1')
  return { now }
end

function work.ban(length, by, reason, value)
  local ends = length == '0' and 0 or now + length
  local text = records(key).put(now, ends, ends, '0', 'manual', by, reason, value)
  audit('BAN', by, reason)
  return { now, text }
end

function work.lift(by)
  local text = records(key).lift()
  if one_node then
    announcements().clear(key, true)
  end
  audit('LIFT', by, '')
  return { now, text }
end

function work.restore(left, may_lapse, value)
  return { now, records(key).restore(tonumber(left), may_lapse == '1', value) }
end

function work.confirm(by)
  local all = records(key)
  local ban = all.ban()
  if not ban or ban[5] ~= '1' then
    return { now }
  end
  local ends = tonumber(ban[3])
  local text = all.put(tonumber(ban[2]), ends, ends, '0', ban[6], by, ban[8], ban[9])
  audit('CONFIRM', by, '')
  return { now, text }
end

function work.find()
  local _, text = records(key).ban()
  return { now, text }
end

function work.look()
  local reply = { now }
  for i = 1, #KEYS do
    local _, text = records(KEYS[i]).ban()
    reply[i + 1] = text or ''
  end
  return reply
end

local function counted()
  return string.sub(key, 1, -9) .. 'counted'
end

function work.keep(rule, offence, first, most, micros)
  if redis.call('HEXISTS', counted(), rule) == 1 or redis.call('HLEN', counted()) < 32 then
    redis.call('HINCRBY', counted(), rule, 1)
  end
  if redis.call('LLEN', key) >= tonumber(most) then
    redis.call('LSET', key, first, '')
    redis.call('LREM', key, 1, '')
  end
  redis.call('RPUSH', key, offence)
  redis.call('PEXPIRE', key, ttl(micros))
  redis.call('PEXPIRE', counted(), ttl(micros))
  return { now }
end

function work.evidence()
  local reply = redis.call('LRANGE', key, 0, -1)
  table.insert(reply, 1, now)
  reply[#reply + 1] = ''
  for _, value in ipairs(redis.call('HGETALL', counted())) do
    reply[#reply + 1] = value
  end
  return reply
end

-- Where the member would stand if it is not there any more, it is added for a moment.
function work.list(ends, subject, size)
  local rank = 0
  if subject ~= '' then
    local added = redis.call('ZADD', key, 'NX', ends, subject) == 1
    rank = redis.call('ZRANK', key, subject)
    if added then
      redis.call('ZREM', key, subject)
    else
      rank = rank + 1
    end
  end
  local found = redis.call('ZRANGE', key, rank, rank + size - 1, 'WITHSCORES')
  local reply = { now }
  for i = 1, #found, 2 do
    local score = tonumber(found[i + 1])
    reply[#reply + 1] = score == math.huge and '0' or string.format('%.0f', score)
    reply[#reply + 1] = found[i]
  end
  return reply
end

function work.add(subject, ends)
  announcements().list(key, subject, tonumber(ends))
  return { now }
end

work['for'] = function(subject, left)
  announcements().list(key, subject, now + left)
  return { now }
end

function work.remove(subject)
  redis.call('ZREM', key, subject)
  return { now }
end

function work.listed(subject)
  return { now, redis.call('ZSCORE', key, subject) and '1' or '0' }
end

function work.note(line)
  redis.call('LPUSH', key, string.format('%.0f', now) .. '\t' .. line)
  redis.call('LTRIM', key, 0, 999)
  return { now }
end

function work.notes(most)
  local reply = redis.call('LRANGE', key, 0, most - 1)
  table.insert(reply, 1, now)
  return reply
end

return work[ARGV[2]](unpack(ARGV, 3))
