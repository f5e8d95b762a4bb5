-- Strikes and bans of one subject: the steps that decisions and bans.lua share. Follows common.lua and
-- announce.lua; `one_node` is false on a cluster. Twin of Dossier.java. All of it is one function, which is made only
-- when somebody is to be struck.
--
-- Keys, all on the slot of the subject, `base` being all of the name up to `ban`, limiter:{ip:203.0.113.7}:
--        ban               string, fields between tabs: 1 (the version), start, until (0: no end), lapses (0: never), µs;
--                          1 if it needs review; rule; by; reason; value of the subject where it is not that of the key
--        strikes:<rule>    sorted set of strikes by µs, at most as many as make a ban; a member is an item, or
--                          unlike any other
--        strikes           set of the rules that have strikes, for who clears them
--        limited           set of those of them that refused calls were counted by, for who solves a challenge
--        strikes:repeat    sorted set of the starts of earlier bans
--        challenge         string, µs until which the subject has to solve a CAPTCHA
--        users             sorted set of users of an address, by the µs from which each is a good one; at most 64
--        pardons           sorted set of the challenges that were solved within the hour
--        lifted            string, there for a minute after a lift
--        spared            string, µs until which it is not spared again what no challenge hinders
-- Only the name of the ban is handed in as a key; the others are made from it.
-- On one node also, as everywhere (on a cluster the node that asked does this afterwards):
--        limiter:news, limiter:bans, limiter:challenges, limiter:review, limiter:audit; see bans.lua
--
-- A rule comes as text, fields between tabs: name; strikes; within, spacing, µs; 1 if items are distinct; challenge-at;
-- 1 in shadow; 1 if it only challenges; bans that are one until somebody looks, 0: none; time within which bans count,
-- µs; lengths of the bans, µs, between commas; 1 if somebody asks for CAPTCHAs; length of the ban of who is spared longer
-- ones, µs; 1 if it counts on while somebody is banned; 1 if what is permanent lapses unconfirmed; value of the subject as
-- above
--
-- A standing is four numbers: state (0 clear, 1 challenged, 2 banned); µs that are left of it, -1: no end; change (0 none,
-- 1 struck, 2 began, 3 would have begun); µs for which a further offence is none
--
-- An address of five good users or more is challenged instead of banned; for a moment it is banned where nobody asks for
-- CAPTCHAs, or if it goes on with what no challenge hinders.
--
-- TTL    that of the ban, none where it has no end; within for strikes; of repeat the time within which bans count;
--        10 minutes for a challenge and for spared; a minute for lifted; an hour for pardons; a week for users

local function records(ban_key)
  local CHALLENGE = 600000000
  local UNCONFIRMED = 2592000000000
  local MOST_BANS = 1000
  local GOOD_USERS, MOST_USERS = 5, 64
  -- A node that finds that the data were lost puts its bans back within seconds, ms.
  local MINUTE = 60000
  local HOUR, DAY, WEEK = 3600000000, 86400000000, 604800000000

  local base = string.sub(ban_key, 1, -4)
  local challenge_key = base .. 'challenge'
  local all = {}

  local function fields(text)
    local list = {}
    for field in string.gmatch(text .. '\t', '([^\t]*)\t') do
      list[#list + 1] = field
    end
    return list
  end

  local function exact(number)
    return string.format('%.0f', number)
  end

  -- The fields of the ban in force, or nil.
  function all.ban()
    local text = read('GET', ban_key)
    local ban = text and fields(text)
    if not ban or ban[1] ~= '1' or not tonumber(ban[4]) then
      return nil
    end
    local lapses = tonumber(ban[4])
    if lapses > 0 and lapses <= now then
      return nil
    end
    return ban, text
  end

  function all.standing()
    local ban = all.ban()
    if ban then
      return 2, ban[3] == '0' and -1 or ban[3] - now
    end
    local left = (tonumber(read('GET', challenge_key)) or 0) - now
    if left > 0 then
      return 1, left
    end
    return 0, 0
  end

  local function keep(key, micros)
    if redis.call('PTTL', key) < ttl(micros) then
      redis.call('PEXPIRE', key, ttl(micros))
    end
  end

  local function announce(ends, lapses, review)
    announcements().ban(ban_key, ends > 0 and ends - now or -1, lapses, review == '1')
  end

  -- Announces the ban once more if the list has lost it.
  function all.relist()
    local ban = all.ban()
    if ban and not announcements().isListed(ban_key) then
      announce(tonumber(ban[3]), tonumber(ban[4]), ban[5])
    end
  end

  local function write(start, ends, lapses, review, rule, by, reason, value)
    local text = table.concat({ '1', exact(start), exact(ends), exact(lapses), review, rule, by, reason, value }, '\t')
    if lapses > 0 then
      redis.call('SET', ban_key, text, 'PX', ttl(lapses - now))
    else
      redis.call('SET', ban_key, text)
    end
    return text
  end

  function all.put(start, ends, lapses, review, ...)
    local text = write(start, ends, lapses, review, ...)
    if one_node then
      announce(ends, lapses, review)
    end
    return text
  end

  -- Puts back a ban that was lost, unless there is one, or was a lift since then. Its end is known, no more.
  function all.restore(left, may_lapse, value)
    if all.ban() or redis.call('EXISTS', base .. 'lifted') == 1 then
      return nil
    end
    local ends, lapses, review = now + left, now + left, '0'
    if left < 0 then
      ends, lapses, review = 0, may_lapse and now + UNCONFIRMED or 0, '1'
    end
    local text = write(now, ends, lapses, review, 'restored', '', 'Redis had lost why; a node still knew the end', value)
    if one_node then
      announcements().listBan(ban_key, lapses, review == '1')
    end
    return text
  end

  -- Ends the ban, and clears all strikes.
  function all.lift()
    local _, text = all.ban()
    redis.call('DEL', ban_key)
    all.clear()
    redis.call('SET', base .. 'lifted', '1', 'PX', MINUTE)
    return text
  end

  function all.challenge()
    local state, left = all.standing()
    if state == 2 then
      return state, left
    end
    redis.call('SET', challenge_key, exact(now + CHALLENGE), 'PX', ttl(CHALLENGE))
    if one_node then
      announcements().challenge(ban_key, CHALLENGE)
    end
    return 1, CHALLENGE
  end

  -- Clears the strikes of all rules, and the challenge.
  function all.clear()
    for _, name in ipairs(redis.call('SMEMBERS', base .. 'strikes')) do
      redis.call('DEL', base .. 'strikes:' .. name)
    end
    redis.call('DEL', base .. 'strikes', base .. 'limited', base .. 'spared', challenge_key)
  end

  -- Ends the challenge and, where a pardon is left, the strikes of that rule and of all that refused calls were counted by.
  function all.pardon(rule, most, hour)
    local key = base .. 'pardons'
    redis.call('DEL', challenge_key)
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now - hour)
    local used = redis.call('ZCARD', key)
    if used >= most then
      return
    end
    redis.call('ZADD', key, now, exact(now) .. ':' .. used)
    redis.call('PEXPIRE', key, ttl(hour))
    redis.call('DEL', base .. 'strikes:' .. rule)
    for _, name in ipairs(redis.call('SMEMBERS', base .. 'limited')) do
      redis.call('DEL', base .. 'strikes:' .. name)
    end
    redis.call('DEL', base .. 'limited')
  end

  -- A user is a good one an hour after it was first met, or a day after it was struck last.
  function all.met(user, struck)
    local key = base .. 'users'
    if struck then
      redis.call('ZADD', key, now + DAY, user)
    else
      redis.call('ZADD', key, 'NX', now + HOUR, user)
    end
    redis.call('ZREMRANGEBYRANK', key, MOST_USERS, -1)
    redis.call('PEXPIRE', key, ttl(WEEK))
  end

  -- The next step of the ladder, 0 if it has no end; notes that there is another ban.
  local function length(rule)
    local key, most, within, ladder = base .. 'strikes:repeat', tonumber(rule[9]), tonumber(rule[10]), {}
    for step in string.gmatch(rule[11], '%d+') do
      ladder[#ladder + 1] = tonumber(step)
    end
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now - within)
    local earlier = redis.call('ZCARD', key)
    redis.call('ZADD', key, now, exact(now) .. ':' .. earlier)
    redis.call('ZREMRANGEBYRANK', key, 0, -MOST_BANS - 1)
    keep(key, within)
    if #ladder == 0 or most > 0 and earlier + 1 >= most then
      return 0
    end
    return ladder[math.min(earlier, #ladder - 1) + 1]
  end

  local function begin(rule, lasts, count, more)
    local reason = count .. (count == 1 and ' strike' or ' strikes') .. (more or '')
    local ends, lapses = 0, 0
    if lasts > 0 then
      ends = now + lasts
      lapses = ends
    elseif rule[15] == '1' then
      lapses = now + UNCONFIRMED
    end
    all.put(now, ends, lapses, lasts == 0 and '1' or '0', rule[1], '', reason, rule[16])
    return 2, lasts > 0 and lasts or -1, 2, 0
  end

  -- A challenge hinders nobody but those whom limits refuse. Neither it nor a ban in its place leads to longer ones.
  local function spare(rule, count, state, limited)
    local key = base .. 'spared'
    if rule[12] ~= '1' or not limited and (tonumber(read('GET', key)) or 0) > now then
      return begin(rule, tonumber(rule[13]), count, '; spared a longer ban')
    end
    if not limited then
      redis.call('SET', key, exact(now + CHALLENGE), 'PX', ttl(CHALLENGE))
    end
    local after, lasts = all.challenge()
    return after, lasts, state == 0 and 2 or 1, 0
  end

  local function convict(rule, count, state, left, limited)
    if rule[7] == '1' then
      return state, left, 3, 0
    end
    local spared = rule[8] == '1' or redis.call('ZCOUNT', base .. 'users', '-inf', now) >= GOOD_USERS
    if state == 2 then
      local first = tonumber(string.match(rule[11], '%d+')) or 0
      if spared or left < 0 or first > 0 and first <= left then
        return state, left, 1, 0
      end
      return begin(rule, first, count, ' while banned')
    end
    if spared then
      return spare(rule, count, state, limited)
    end
    return begin(rule, length(rule), count)
  end

  -- Strikes of a clock that was set back since are as if they were of now: nobody pays for it, or profits.
  local function settle(key)
    for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. exact(now), '+inf')) do
      redis.call('ZADD', key, now, member)
    end
  end

  -- Counts an offence; without an item it is unlike any other. `limited`: it was a call that a limit refused.
  function all.strike(text, item, limited)
    local state, left = all.standing()
    local rule = fields(text)
    if state == 2 and rule[14] ~= '1' then
      return state, left, 0, 0
    end
    local key, within, spacing = base .. 'strikes:' .. rule[1], tonumber(rule[3]), tonumber(rule[4])
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now - within)
    local newest = redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')
    if newest[2] and tonumber(newest[2]) > now then
      settle(key)
      newest[2] = now
    end
    local quiet = newest[2] and newest[2] + spacing - now or 0
    if quiet > 0 then
      return state, left, 0, quiet
    end
    local member = rule[5] == '1' and item and 'i' .. item or exact(now) .. ':' .. redis.call('ZCARD', key)
    local counted = redis.call('ZADD', key, now, member) == 1
    redis.call('PEXPIRE', key, ttl(within))
    if not counted then
      return state, left, 0, spacing
    end
    local count, challenge_at = redis.call('ZCARD', key), tonumber(rule[6])
    if count >= tonumber(rule[2]) then
      redis.call('DEL', key)
      return convict(rule, count, state, left, limited or rule[1] == 'limited')
    end
    redis.call('SADD', base .. 'strikes', rule[1])
    keep(base .. 'strikes', within)
    if limited then
      redis.call('SADD', base .. 'limited', rule[1])
      keep(base .. 'limited', within)
    end
    if challenge_at == 0 or count < challenge_at or rule[7] == '1' then
      return state, left, 1, spacing
    end
    local after, lasts = all.challenge()
    return after, lasts, state == 0 and 2 or 1, spacing
  end

  return all
end
