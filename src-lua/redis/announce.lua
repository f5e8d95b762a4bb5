-- What a ban or a challenge is for others than its subject. All but `list` where a script reaches every key: on one node.
-- Follows common.lua and tell.lua. See bans.lua for the keys. All of it is one function, which is made only when there is
-- something to announce.

local function announcements()
  local announce = {}
  local TRIMMED = 100
  local LONGEST = 316224000000000

  local function split(ban_key)
    return string.match(ban_key, '^(.*){(.*)}')
  end

  -- Adds to a list in the order of ends, of which some that are over go.
  function announce.list(key, subject, ends)
    local over = redis.call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, TRIMMED)
    if #over > 0 then
      redis.call('ZREM', key, unpack(over))
    end
    redis.call('ZADD', key, ends > 0 and ends or '+inf', subject)
    redis.call('PEXPIRE', key, ttl(LONGEST))
  end

  -- Without a word to others.
  function announce.listBan(ban_key, lapses, review)
    local prefix, subject = split(ban_key)
    announce.list(prefix .. 'bans', subject, lapses)
    if review then
      announce.list(prefix .. 'review', subject, lapses)
    else
      redis.call('ZREM', prefix .. 'review', subject)
    end
  end

  function announce.ban(ban_key, left, lapses, review)
    local prefix, subject = split(ban_key)
    announce.listBan(ban_key, lapses, review)
    tell(prefix .. 'news', 'ban', string.format('ban\t%s\t%.0f', subject, left))
  end

  function announce.isListed(ban_key)
    local prefix, subject = split(ban_key)
    return redis.call('ZSCORE', prefix .. 'bans', subject)
  end

  function announce.challenge(ban_key, left)
    local prefix, subject = split(ban_key)
    announce.list(prefix .. 'challenges', subject, now + left)
    tell(prefix .. 'news', 'ban', string.format('challenge\t%s\t%.0f', subject, left))
  end

  function announce.clear(ban_key, lifted)
    local prefix, subject = split(ban_key)
    redis.call('ZREM', prefix .. 'challenges', subject)
    if lifted then
      redis.call('ZREM', prefix .. 'bans', subject)
      redis.call('ZREM', prefix .. 'review', subject)
    end
    tell(prefix .. 'news', 'ban', (lifted and 'lift\t' or 'pardon\t') .. subject)
  end

  function announce.audit(ban_key, action, by, reason)
    local prefix, subject = split(ban_key)
    local key = prefix .. 'audit'
    redis.call('LPUSH', key, string.format('%.0f\t%s\t%s\t%s\t%s', now, action, subject, by, reason))
    redis.call('LTRIM', key, 0, 999)
  end

  return announce
end
