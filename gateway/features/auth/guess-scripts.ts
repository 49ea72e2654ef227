/**
 * What is guessed is counted and compared in one script, because Redis runs one at a time: parallel guesses are counted
 * one after another. Times are the gateway's, in milliseconds; the expiry of a key only clears up.
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
redis.call('HSET', KEYS[1], 'hash', ARGV[2], 'id', ARGV[3], 'wrong', 0, 'until', now + tonumber(ARGV[4]))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 0`;

/** How long the wrong tries in KEYS[1] keep others waiting; ARGV[1..3] are now, how many may be, and within which time. */
const waitForTries = `
local now, most, within = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - within)
local tries = redis.call('ZCARD', KEYS[1])
if tries >= most then
  return {2, tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]) + within - now}
end`;

const countTry = `
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], within)`;

/**
 * KEYS tries, code · ARGV now, most, within, try id, hash, wrong tries that void a code, 1 to use it up, 1 to forget
 * the wrong tries when it is right.
 * Answers {0, the id of its request} for the right code, {1, tries that are left} for a wrong one, {2, milliseconds} for
 * who has to wait: then nothing is compared.
 */
export const compareCode = `${waitForTries}
local hash, ends, id = unpack(redis.call('HMGET', KEYS[2], 'hash', 'until', 'id'))
if hash and now >= tonumber(ends) then
  redis.call('DEL', KEYS[2])
  hash = false
end
if hash == ARGV[5] then
  if ARGV[7] == '1' then
    redis.call('DEL', KEYS[2])
    if ARGV[8] == '1' then redis.call('DEL', KEYS[1]) end
  end
  return {0, id}
end
if hash and redis.call('HINCRBY', KEYS[2], 'wrong', 1) >= tonumber(ARGV[6]) then redis.call('DEL', KEYS[2]) end
${countTry}
return {1, most - tries - 1}`;

/**
 * KEYS tries · ARGV now, most, within, try id. Counts a password as wrong before it is compared, because that takes
 * long; answers as compareCode does, {1, left} for who may go on.
 */
export const reserveTry = `${waitForTries}${countTry}
return {1, most - tries - 1}`;

/** KEYS tries · ARGV try id, 1 to forget all of them. The password was right, or not compared. */
export const giveTryBack = `
if ARGV[2] == '1' then return redis.call('DEL', KEYS[1]) end
return redis.call('ZREM', KEYS[1], ARGV[1])`;

/**
 * KEYS code, requests · ARGV now, hash, request id.
 * Takes back a code that could not be delivered, unless a newer one stands. A request that is named keeps its distance
 * but counts as one in the hour with others, so that an outage of the sender does not lock everybody out after it.
 */
export const voidCode = `
if redis.call('HGET', KEYS[1], 'hash') == ARGV[2] then redis.call('DEL', KEYS[1]) end
if redis.call('ZREM', KEYS[2], ARGV[3]) == 1 then redis.call('ZADD', KEYS[2], ARGV[1], 'undelivered') end
return 0`;

/** KEYS strangers · ARGV now, account, how many are kept. Answers those that are too many, the oldest first, with their times. */
export const noteStranger = `
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
return redis.call('ZPOPMIN', KEYS[1], math.max(0, redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[3])))`;
