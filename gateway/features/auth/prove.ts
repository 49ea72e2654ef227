import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { LoginCredentials } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { OperatorTurns } from "../../http/operator-turns.ts";
import type { GatewayParts } from "../../parts.ts";
import { comparePassword } from "./compare-password.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import type { Guess, Guessed, Guesses } from "./guesses.ts";
import type { SignInRecord, Way } from "./sign-in-record.ts";
import { tooMany } from "./too-many.ts";
import { createUsersRepository } from "./users.repository.ts";

/** From where somebody wants to sign in. */
export interface Caller {
  /** Those of the device cookie: one of each operator who has signed in there. */
  deviceTokens: string[];
  deviceName: string;
  /** The address. */
  from: string;
}

/** Who somebody has proved to be; `device` is null at a device they have not signed in with before. */
interface Proof {
  user: UserDocument;
  device: ObjectId | null;
  way: Way;
  /** The id of the code, which cannot be used a second time. */
  codeId: string | null;
}

export const invalidCode = () => new DomainError("unauthenticated", "Invalid OTP");
/** Sent only after the right password. */
const mayNotSignIn = () => new DomainError("forbidden", "This user may not sign in");

/** Stands in for an unknown user, so that the database is queried as much. */
const nobody = new ObjectId("000000000000000000000000");

/**
 * How long a refusal that took `tookMs` still waits, in milliseconds: until the next multiple of `stepMs`, which all
 * refusals share. Without it a known account, which takes a fraction of a millisecond longer, could be told from an
 * unknown one.
 */
export const untilNextStep = (tookMs: number, stepMs: number): number => Math.ceil(tookMs / stepMs) * stepMs - tookMs;

/** Whose codes those are that go to a phone; `user` is null where it may not sign in, and is sent nothing. */
interface Recipient {
  user: UserDocument | null;
  of: Guessed;
}

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits"> & {
  guesses: Guesses;
  record: SignInRecord;
  inPasswordTurnOf: OperatorTurns;
};

/** Compares codes and passwords, counts the wrong ones, and makes accounts with too many wrong ones wait. */
export const createProver = ({ mongo, clock, limits, guesses, record, inPasswordTurnOf }: Parts) => {
  const users = createUsersRepository(mongo);
  const devices = createDevicesRepository(mongo);

  /** A request that waited too long was answered 503: its late end must not send a code or sign anybody in. */
  const inTime = <T>(work: Promise<T>): Promise<T> => within(limits.httpMs, "The database", work);

  const maySignIn = ({ suspend, role }: UserDocument): boolean => !suspend && isOperator(role);
  const deviceOf = async (user: ObjectId, { deviceTokens }: Caller): Promise<ObjectId | null> =>
    (await inTime(devices.find(deviceTokens, user, new Date(clock.now()))))?._id ?? null;

  /**
   * Unknown phones, customers and suspended operators cannot be told from operators: their codes and tries are kept and
   * counted in the same way, and none of their codes is ever right.
   */
  const recipient = async (phone: string, caller: Caller): Promise<Recipient> => {
    const found = await inTime(users.byPhone(phone));
    const user = found && maySignIn(found) ? found : null;
    // For everybody: an operator's phone would else be answered a fraction of a millisecond before.
    const stranger = guesses.strangerBy(phone);
    const account = user?._id.toHexString() ?? stranger;
    return { user, of: { account, device: await deviceOf(user?._id ?? nobody, caller) } };
  };

  const refuseWhoWaits = (guess: Guess, { device }: Guessed) => {
    if (guess.is !== "must-wait") return;
    throw device
      ? tooMany("Too many wrong tries at this device", guess.waitMs)
      : tooMany("Too many wrong tries", guess.waitMs, ", or use a device that you have signed in with before");
  };

  const byCode = async (phone: string, code: string, use: boolean, caller: Caller): Promise<Proof> => {
    const { user, of } = await recipient(phone, caller);
    const { device } = of;
    const guess = await guesses.compareCode(of, { phone, code }, use);
    refuseWhoWaits(guess, of);
    if (user && guess.is === "right") return { user, device, way: "code", codeId: guess.codeId };
    const waits = guess.is === "wrong" && guess.left === 0;
    if (user) record.failed(user._id, { way: "code", device, from: caller.from, waits });
    throw invalidCode();
  };

  const byPassword = async (email: string, password: string, caller: Caller): Promise<Proof> => {
    const user = await inTime(users.byEmail(email));
    const device = await deviceOf(user?._id ?? nobody, caller);
    const of = { account: user?._id.toHexString() ?? guesses.strangerBy(email), device };
    const compare = () =>
      comparePassword(guesses, of, { given: password, stored: user?.password ?? null, cost: limits.passwordCost });
    const guess = await (user && device ? inPasswordTurnOf(user._id, compare) : compare());
    refuseWhoWaits(guess, of);
    if (user && guess.is === "right") {
      if (!maySignIn(user)) throw mayNotSignIn();
      return { user, device, way: "password", codeId: null };
    }
    const waits = guess.is === "wrong" && guess.left === 0;
    if (user) record.failed(user._id, { way: "password", device, from: caller.from, waits });
    throw new DomainError("unauthenticated", "Invalid email or password");
  };

  return {
    recipient,
    /**
     * Throws `unauthenticated` for what is wrong, which counts, whatever `use` says; `too-many` for who has to wait,
     * then nothing is compared; `forbidden` for the right password of who may not sign in. With `use` a code is used up.
     */
    prove: async (credentials: LoginCredentials, use: boolean, caller: Caller): Promise<Proof> => {
      const begunAt = performance.now();
      try {
        return "email" in credentials
          ? await byPassword(credentials.email, credentials.password, caller)
          : await byCode(credentials.phone, credentials.OTP, use, caller);
      } catch (error) {
        await pause(untilNextStep(performance.now() - begunAt, limits.refusalStepMs));
        throw error;
      }
    },
  };
};
export type Prover = ReturnType<typeof createProver>;
