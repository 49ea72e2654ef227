import { createHmac, hkdfSync, randomUUID } from "node:crypto";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../../parts.ts";
import { compareCode, countTry, storeCode, voidCode } from "./otp-scripts.ts";

type OtpParts = Pick<GatewayParts, "config" | "redis" | "keys" | "clock" | "limits" | "log">;

/** Names one delivered code, so that only that one is taken back. */
export interface StoredCode {
  phone: string;
  hash: string;
  requestId: string;
}

/**
 * Codes and tries, in Redis only. A code is kept as a keyed hash: whoever reads Redis cannot compute 10,000 of them.
 * While Redis is away or frozen everything here throws `unavailable`; nothing is ever unlimited.
 */
export const createOtpRepository = ({ config, redis, keys, clock, limits, log }: OtpParts) => {
  const key = Buffer.from(hkdfSync("sha256", config.JWT_SECRET, "", "cansole one-time codes", 32));
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("hex");
  const hashOf = (phone: string, code: string) => keyed(`${phone}:${code}`);

  const run = async (script: string, scriptKeys: string[], ...args: (string | number)[]): Promise<unknown> => {
    try {
      return await within(limits.redisMs, "Redis", redis.eval(script, scriptKeys.length, ...scriptKeys, ...args));
    } catch (error) {
      // The message alone: the rest of a driver's error repeats the command, and with it the phone.
      log.warn({ why: (error as Error).message }, "a sign-in script could not be run");
      throw new DomainError("unavailable", "Signing in is not possible right now; try again shortly");
    }
  };

  return {
    /** Stores a new code, or answers how many milliseconds the phone has to wait for one. */
    store: async (phone: string, code: string): Promise<{ stored: StoredCode } | { waitMs: number }> => {
      const { livesMs, everyMs, perHour } = limits.otp;
      const stored = { phone, hash: hashOf(phone, code), requestId: randomUUID() };
      const waitMs = await run(
        storeCode,
        [keys.otp(phone), keys.otpRequests(phone)],
        clock.now(),
        stored.hash,
        stored.requestId,
        livesMs,
        everyMs,
        perHour,
      );
      return Number(waitMs) > 0 ? { waitMs: Number(waitMs) } : { stored };
    },
    /** A wrong code counts, whatever `use` says. */
    isRight: async (phone: string, code: string, use: boolean): Promise<boolean> => {
      const hash = hashOf(phone, code);
      const { wrongTries } = limits.otp;
      return (await run(compareCode, [keys.otp(phone)], clock.now(), hash, wrongTries, use ? 1 : 0)) === 1;
    },
    takeBack: async ({ phone, hash, requestId }: StoredCode): Promise<void> => {
      await run(voidCode, [keys.otp(phone), keys.otpRequests(phone)], clock.now(), hash, requestId);
    },
    /** Counts before anything is compared, so that parallel passwords do not slip past. 0 when this one may be tried. */
    passwordWaitMs: async (email: string): Promise<number> => {
      const answer = await run(countTry, [keys.passwordTries(keyed(email))], limits.password.forMs);
      const [tries = 0, left = 0] = (answer as number[]).map(Number);
      return tries > limits.password.wrongTries ? left : 0;
    },
    forgetPasswordTries: async (email: string): Promise<void> => {
      await run("return redis.call('DEL', KEYS[1])", [keys.passwordTries(keyed(email))]);
    },
  };
};
export type OtpRepository = ReturnType<typeof createOtpRepository>;
