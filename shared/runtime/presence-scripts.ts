/**
 * Presence in Redis: each script does its work and tells of it in one step, so exactly one process announces a
 * change, however many sweep. KEYS of all of them begin with online, offline, strength, loaded; all give the word
 * under `loaded` first, or an empty string when Redis was emptied. Strengths are kept as JSON.
 */
export const fixedKeys = 4;

const tell = `
local function tell(channel, told)
  if #told > 0 then redis.call('PUBLISH', channel, '{"presences":[' .. table.concat(told, ',') .. ']}') end
end
local function presence(unit, seen, strength)
  return '{"serialNumber":"' .. unit .. '","lastSeen":' .. seen .. ',"strength":' .. strength .. '}'
end
local loaded = redis.call('GET', KEYS[4]) or ''
`;

/**
 * Units were heard. KEYS: a link for each unit. ARGV: channel, link seconds, then unit, time, strength or '',
 * link or '' for each. An older time than the known one changes nothing. A link is kept alive only by who holds it,
 * and set anew where it is gone.
 */
export const touchScript = `${tell}
local told = {}
for i = 1, #KEYS - 4 do
  local unit, seen, strength, link = unpack(ARGV, i * 4 - 1, i * 4 + 2)
  local known = redis.call('ZSCORE', KEYS[1], unit) or redis.call('ZSCORE', KEYS[2], unit)
  if not known or tonumber(known) <= tonumber(seen) then
    redis.call('ZADD', KEYS[1], seen, unit)
    redis.call('ZREM', KEYS[2], unit)
    if strength == '' then strength = redis.call('HGET', KEYS[3], unit) or 'null'
    else redis.call('HSET', KEYS[3], unit, strength) end
    told[#told + 1] = presence(unit, seen, strength)
  end
  if link ~= '' then
    local holder = redis.call('GET', KEYS[i + 4])
    if holder == link then redis.call('EXPIRE', KEYS[i + 4], ARGV[2])
    elseif not holder then redis.call('SET', KEYS[i + 4], link, 'EX', ARGV[2]) end
  end
end
tell(ARGV[1], told)
return { loaded, #told }`;

/** Moves units whose last message is older than ARGV[2], at most ARGV[3] of them, and tells ARGV[1]. */
export const sweepScript = `${tell}
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[2], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
local told = {}
for i = 1, #due, 2 do
  redis.call('ZREM', KEYS[1], due[i])
  redis.call('ZADD', KEYS[2], due[i + 1], due[i])
  told[#told + 1] = presence(due[i], due[i + 1], redis.call('HGET', KEYS[3], due[i]) or 'null')
end
tell(ARGV[1], told)
return { loaded, #told }`;

/** Reads units: ARGV names them. */
export const readScript = `${tell}
local seen, strengths = {}, {}
for i, unit in ipairs(ARGV) do
  seen[i] = redis.call('ZSCORE', KEYS[1], unit) or redis.call('ZSCORE', KEYS[2], unit)
  strengths[i] = redis.call('HGET', KEYS[3], unit)
end
return { loaded, seen, strengths }`;

/** Puts back what MongoDB remembers, unless Redis knows better by now. ARGV: silent before, then unit, time, strength. */
export const restoreScript = `${tell}
for i = 2, #ARGV, 3 do
  local unit, seen, strength = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if not (redis.call('ZSCORE', KEYS[1], unit) or redis.call('ZSCORE', KEYS[2], unit)) then
    redis.call('ZADD', tonumber(seen) < tonumber(ARGV[1]) and KEYS[2] or KEYS[1], seen, unit)
    redis.call('HSETNX', KEYS[3], unit, strength)
  end
end
return { loaded }`;
