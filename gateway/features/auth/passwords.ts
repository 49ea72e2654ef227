import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import pLimit from "p-limit";
import { DomainError } from "#shared/http/domain-error.ts";

/** `limits.passwordCost`. A hash is compared only at the cost at which it was made. */
export type PasswordCost = Required<Pick<ScryptOptions, "N" | "r" | "p" | "maxmem">>;
const hashBytes = 32;

/**
 * Two of the process's four threads at most: files, compression and DNS look-ups need the others. One is for callers who
 * are signed in, or whose device has signed in before; strangers share the other one and keep none of these waiting.
 */
const lines = { known: pLimit(1), stranger: pLimit(1) };
export type PasswordLine = keyof typeof lines;
/** In one line; about two seconds of waiting. */
export const passwordsWaiting = 8;
/** On a busy machine it is longer: a request that waited this long would be answered too late (`limits.httpMs`). */
export const longestWaitMs = 3_000;
const tooManyNow = () =>
  new DomainError("unavailable", "Too many passwords are being checked right now; try again shortly");

/**
 * Waits for its place in the line, then does `work`. A client that posts passwords by the hundred delays only password
 * sign-ins of its own line. Throws `unavailable` at once when too many wait, and instead of work that begins too late:
 * else those whom nobody answers any more keep all others waiting. Not to be nested.
 */
export const inPasswordTurn = async <T>(line: PasswordLine, work: () => Promise<T>): Promise<T> => {
  const turns = lines[line];
  if (turns.pendingCount >= passwordsWaiting) throw tooManyNow();
  const from = performance.now();
  return turns(() => {
    if (performance.now() - from > longestWaitMs) throw tooManyNow();
    return work();
  });
};

const derive = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, hashBytes, cost, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/** What is stored in place of a password: `salt:hash` in base64url. Takes a turn of its own, for a caller who is known. */
export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  inPasswordTurn("known", async () => {
    const salt = randomBytes(16);
    return `${salt.toString("base64url")}:${(await derive(password, salt, cost)).toString("base64url")}`;
  });

/** A hash of nothing: an account without a password takes as long to refuse as one with a password. */
const nobody = `${randomBytes(16).toString("base64url")}:${randomBytes(hashBytes).toString("base64url")}`;

/** To be called in a turn. */
export const isPassword = async (password: string, stored: string | null, cost: PasswordCost): Promise<boolean> => {
  const [salt = "", hash = ""] = (stored ?? nobody).split(":");
  const right = Buffer.from(hash, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), cost);
  return stored !== null && given.length === right.length && timingSafeEqual(given, right);
};
