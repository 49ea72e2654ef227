/**
 * Presence in Redis: each script does its work and publishes it in one step, so exactly one process announces a change,
 * however many sweep. KEYS of all of them begin with online, offline, telemetry, loaded, strength; all return the value
 * of `loaded` first, or an empty string when Redis was emptied. Telemetry is kept as JSON of an object that is never
 * empty, and published as fields beside the unit's; the older `strength` is read where it is missing. All times are
 * Redis's own, so that processes whose clocks differ agree on who is silent; the moment is published and returned beside
 * them. ARGV begins with the moment that a test says it is; otherwise it is empty.
 */
export const fixedKeys = 5;

const publish = `
local function known(unit)
  return redis.call('HGET', KEYS[3], unit) or '{"strength":' .. (redis.call('HGET', KEYS[5], unit) or 'null') .. '}'
end
local function presence(unit, seen, telemetry)
  return '{"serialNumber":"' .. unit .. '","lastSeen":' .. seen .. ',' .. string.sub(telemetry, 2)
end
local loaded = redis.call('GET', KEYS[4]) or ''
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function publish(channel, changed)
  if #changed == 0 then return end
  redis.call('PUBLISH', channel, '{"presences":[' .. table.concat(changed, ',') .. '],"now":' .. now .. '}')
end
`;

/**
 * Units were heard. KEYS: a link for each unit. ARGV: moment, channel, link seconds, then unit, how many milliseconds
 * ago, telemetry or '', link or '', and the moment that it was heard after for each. An older time than the known one
 * changes nothing, unless that has not come yet. A link is kept alive only by its owner, and set anew where it is gone.
 */
export const touchScript = `${publish}
local changed = {}
for i = 1, #KEYS - 5 do
  local unit, ago, telemetry, link, after = unpack(ARGV, i * 5 - 1, i * 5 + 3)
  local seen = math.max(now - tonumber(ago), math.min(tonumber(after), now))
  local before = tonumber(redis.call('ZSCORE', KEYS[1], unit) or redis.call('ZSCORE', KEYS[2], unit))
  if not before or before <= seen or before > now then
    redis.call('ZADD', KEYS[1], seen, unit)
    redis.call('ZREM', KEYS[2], unit)
    if telemetry == '' then telemetry = known(unit)
    else redis.call('HSET', KEYS[3], unit, telemetry) end
    changed[#changed + 1] = presence(unit, seen, telemetry)
  end
  if link ~= '' then
    local holder = redis.call('GET', KEYS[i + 5])
    if holder == link then redis.call('EXPIRE', KEYS[i + 5], ARGV[3])
    elseif not holder then redis.call('SET', KEYS[i + 5], link, 'EX', ARGV[3]) end
  end
end
publish(ARGV[2], changed)
return { loaded, #changed, now }`;

/**
 * Moves units that are silent for more than ARGV[3] milliseconds, at most ARGV[4] of them, and publishes to ARGV[2]. A
 * unit that was heard later than now, by a clock that was ahead, was heard now. Returns the moment, too.
 */
export const sweepScript = `${publish}
for _, unit in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'LIMIT', 0, ARGV[4])) do
  redis.call('ZADD', KEYS[1], now, unit)
end
local before = now - tonumber(ARGV[3])
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. before, 'WITHSCORES', 'LIMIT', 0, ARGV[4])
local changed = {}
for i = 1, #due, 2 do
  redis.call('ZREM', KEYS[1], due[i])
  redis.call('ZADD', KEYS[2], due[i + 1], due[i])
  changed[#changed + 1] = presence(due[i], due[i + 1], known(due[i]))
end
publish(ARGV[2], changed)
return { loaded, #changed, now }`;

/** Reads units: ARGV names them, behind the moment. */
export const readScript = `${publish}
local seen, telemetry = {}, {}
for i = 1, #ARGV - 1 do
  local unit = ARGV[i + 1]
  seen[i] = redis.call('ZSCORE', KEYS[1], unit) or redis.call('ZSCORE', KEYS[2], unit)
  telemetry[i] = known(unit)
end
return { loaded, seen, telemetry, now }`;

/**
 * Puts back what MongoDB remembers, unless Redis knows better by now. ARGV: moment, milliseconds of silence, then unit,
 * time, telemetry.
 */
export const restoreScript = `${publish}
for i = 3, #ARGV, 3 do
  local unit, seen, telemetry = ARGV[i], math.min(tonumber(ARGV[i + 1]), now), ARGV[i + 2]
  if not (redis.call('ZSCORE', KEYS[1], unit) or redis.call('ZSCORE', KEYS[2], unit)) then
    redis.call('ZADD', seen < now - tonumber(ARGV[2]) and KEYS[2] or KEYS[1], seen, unit)
    redis.call('HSETNX', KEYS[3], unit, telemetry)
  end
end
return { loaded }`;
