import { createHmac, hkdfSync, randomInt, randomUUID } from "node:crypto";
import type { ObjectId } from "mongodb";
import { otpLength } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../../parts.ts";
import { compareCode, giveTryBack, noteStranger, reserveTry, storeCode, voidCode } from "./guess-scripts.ts";

type GuessParts = Pick<GatewayParts, "config" | "redis" | "keys" | "clock" | "limits" | "log">;

/**
 * Who is guessed, and from where: a device that has signed in as this account before has codes and counts of its own,
 * all others share theirs. So strangers can neither spend nor replace what a known device needs.
 */
export interface Guessed {
  account: string;
  device: ObjectId | null;
}

/** A code and the phone that it goes to, or that somebody says it was sent to. */
interface SentCode {
  phone: string;
  code: string;
}

/** Names one delivered code, so that only that one is taken back. */
export interface StoredCode {
  of: Guessed;
  hash: string;
  requestId: string;
}

/**
 * `left`: wrong tries until the wait. `tryId` names a password that was counted before it was compared, `codeId` the code
 * that was right; null for a password.
 */
export type Guess =
  | { is: "right"; codeId: string | null }
  | { is: "wrong"; left: number; tryId: string }
  | { is: "must-wait"; waitMs: number };

/** The digits of a new one-time code. */
export const newCode = (): string => String(randomInt(10 ** otpLength)).padStart(otpLength, "0");

const unknownDevices = "unknown";

const guessOf = (answer: unknown, tryId: string): Guess => {
  const [verdict, codeId = null] = answer as [number, string?];
  if (verdict === 0) return { is: "right", codeId };
  const figure = Number(codeId);
  return verdict === 1 ? { is: "wrong", left: figure, tryId } : { is: "must-wait", waitMs: figure };
};

/**
 * Codes and wrong tries, in Redis only. A code is kept as a keyed hash: a reader of Redis cannot compute 10,000 of
 * them. While Redis is away or frozen everything here throws `unavailable`; nothing is ever unlimited.
 */
export const createGuesses = ({ config, redis, keys, clock, limits, log }: GuessParts) => {
  const key = Buffer.from(hkdfSync("sha256", config.JWT_SECRET, "", "cansole one-time codes", 32));
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("hex");
  const nameOf = ({ account, device }: Guessed) => `${account}:${device?.toHexString() ?? unknownDevices}`;
  /** With the phone: a code that was sent to the one before opens nothing. */
  const hashOf = (of: Guessed, { phone, code }: SentCode) => keyed(`${nameOf(of)}:${phone}:${code}`);

  const run = async (script: string, scriptKeys: string[], ...args: (string | number)[]): Promise<unknown> => {
    try {
      return await within(limits.redisMs, "Redis", redis.eval(script, scriptKeys.length, ...scriptKeys, ...args));
    } catch (error) {
      // The message alone: the rest of a driver's error repeats the command.
      log.warn({ why: (error as Error).message }, "a sign-in script could not be run");
      throw new DomainError("unavailable", "Signing in is not possible right now; try again shortly");
    }
  };

  /**
   * A caller with many addresses could guess a new phone with each call and fill Redis, on which commands to machines
   * depend. Therefore the phones that were guessed longest ago are forgotten.
   */
  const boundStrangers = async (account: string): Promise<void> => {
    const forgotten = await run(noteStranger, [keys.guessedStrangers], clock.now(), account, limits.mostStrangers);
    // Names alternate with their times.
    for (const name of (forgotten as string[]).filter((_, at) => at % 2 === 0)) {
      const of = { account: name, device: null };
      const whose = nameOf(of);
      for (const key of [keys.otp(whose), keys.otpRequests(whose), keys.wrongTries(whose), wrongPasswords(of)])
        await redis.unlink(key);
    }
  };

  /** Apart from wrong codes, of which ten are soon spent by anybody: the right password still signs in. */
  const wrongPasswords = (of: Guessed) => keys.wrongTries(`${nameOf(of)}:password`);

  const counted = (tryId: string) => [clock.now(), limits.wrongTries.most, limits.wrongTries.withinMs, tryId] as const;
  /** Strangers' wrong tries stay counted when somebody else at an unknown device was right. */
  const forgets = ({ device }: Guessed) => (device ? 1 : 0);

  return {
    /**
     * The account under which one that does not exist is counted, so that waiting does not reveal which phones and emails
     * do. It is noted for an operator's phone as well, where nothing is counted under it.
     */
    strangerBy: (phoneOrEmail: string): string => {
      const account = keyed(phoneOrEmail);
      // Nobody waits for it: that would tell a stranger from an operator.
      void boundStrangers(account).catch(() => undefined);
      return account;
    },

    /** Stores a new code, or answers how many milliseconds to wait for one. */
    storeCode: async (of: Guessed, code: SentCode): Promise<{ stored: StoredCode } | { waitMs: number }> => {
      const { livesMs, everyMs, perHour } = limits.otp;
      const stored = { of, hash: hashOf(of, code), requestId: randomUUID() };
      const waitMs = await run(
        storeCode,
        [keys.otp(nameOf(of)), keys.otpRequests(nameOf(of))],
        clock.now(),
        stored.hash,
        stored.requestId,
        livesMs,
        everyMs,
        perHour,
      );
      return Number(waitMs) > 0 ? { waitMs: Number(waitMs) } : { stored };
    },

    /** At unknown devices the request counts all the same: more requests would reveal that an account exists. */
    takeBackCode: async ({ of, hash, requestId }: StoredCode): Promise<void> => {
      const uncounted = of.device ? requestId : "none";
      await run(voidCode, [keys.otp(nameOf(of)), keys.otpRequests(nameOf(of))], clock.now(), hash, uncounted);
    },

    /** A wrong code counts, whatever `use` says. */
    compareCode: async (of: Guessed, code: SentCode, use: boolean): Promise<Guess> => {
      const tryId = randomUUID();
      const scriptKeys = [keys.wrongTries(nameOf(of)), keys.otp(nameOf(of))];
      const args = [hashOf(of, code), limits.otp.wrongTries, use ? 1 : 0, forgets(of)];
      return guessOf(await run(compareCode, scriptKeys, ...counted(tryId), ...args), tryId);
    },

    /** Counts before anything is compared, so that parallel passwords do not slip past. Never `right`. */
    reserveTry: async (of: Guessed): Promise<Guess> => {
      const tryId = randomUUID();
      return guessOf(await run(reserveTry, [wrongPasswords(of)], ...counted(tryId)), tryId);
    },

    /** The password was right after all. */
    giveTryBack: async (of: Guessed, tryId: string): Promise<void> => {
      await run(giveTryBack, [wrongPasswords(of)], tryId, forgets(of));
    },

    /** The password was not compared. */
    uncountTry: async (of: Guessed, tryId: string): Promise<void> => {
      await run(giveTryBack, [wrongPasswords(of)], tryId, 0);
    },
  };
};
export type Guesses = ReturnType<typeof createGuesses>;
