/**
 * What happens to a one-time code happens in one script, because Redis runs one at a time: parallel guesses are
 * counted one after another. Times are the gateway's, in milliseconds; the expiry of a key only clears up.
 */

/**
 * KEYS code, requests · ARGV now, hash, request id, lifetime, spacing, requests an hour.
 * Stores the code and answers 0, or answers how many milliseconds to wait.
 */
export const storeCode = `
local now = tonumber(ARGV[1])
local hour = 3600000
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - hour)
local last = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')
local spaced = last[2] and tonumber(last[2]) + tonumber(ARGV[5]) - now or 0
local spent = 0
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[6]) then
  spent = tonumber(redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2]) + hour - now
end
local wait = math.max(spaced, spent)
if wait > 0 then return wait end
redis.call('ZADD', KEYS[2], now, ARGV[3])
redis.call('PEXPIRE', KEYS[2], hour)
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'hash', ARGV[2], 'wrong', 0, 'until', now + tonumber(ARGV[4]))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 0`;

/**
 * KEYS code · ARGV now, hash, wrong tries allowed, 1 to use it up.
 * Answers 1 if the code is right. A wrong one counts; the last allowed one voids the code.
 */
export const compareCode = `
local hash, ends = unpack(redis.call('HMGET', KEYS[1], 'hash', 'until'))
if not hash then return 0 end
if tonumber(ARGV[1]) >= tonumber(ends) then
  redis.call('DEL', KEYS[1])
  return 0
end
if hash == ARGV[2] then
  if ARGV[4] == '1' then redis.call('DEL', KEYS[1]) end
  return 1
end
if redis.call('HINCRBY', KEYS[1], 'wrong', 1) >= tonumber(ARGV[3]) then redis.call('DEL', KEYS[1]) end
return 0`;

/**
 * KEYS code, requests · ARGV now, hash, request id.
 * Takes back a code that could not be delivered, unless a newer one stands. Undelivered requests keep their distance
 * but count as one in the hour, so that an outage of the sender does not lock everybody out after it.
 */
export const voidCode = `
if redis.call('HGET', KEYS[1], 'hash') == ARGV[2] then redis.call('DEL', KEYS[1]) end
if redis.call('ZREM', KEYS[2], ARGV[3]) == 1 then redis.call('ZADD', KEYS[2], ARGV[1], 'undelivered') end
return 0`;

/** KEYS tries · ARGV window. Counts a try and answers how many there were, and the milliseconds until they are forgotten. */
export const countTry = `
local tries = redis.call('INCR', KEYS[1])
if tries == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {tries, redis.call('PTTL', KEYS[1])}`;
