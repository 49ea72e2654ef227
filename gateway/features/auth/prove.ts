import type { ObjectId } from "mongodb";
import type { LoginCredentials } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { GatewayParts } from "../../parts.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import type { Guess, Guessed, Guesses } from "./guesses.ts";
import { inPasswordTurn, isPassword } from "./passwords.ts";
import type { SignInRecord, Way } from "./sign-in-record.ts";
import { tooMany } from "./too-many.ts";
import { createUsersRepository } from "./users.repository.ts";

/** From where somebody wants to sign in. */
export interface Caller {
  /** The device cookie, if it looks like one. */
  deviceToken: string | null;
  deviceName: string;
  /** The address. */
  from: string;
}

/** Who somebody has proved to be; `device` is null at a device that he has not signed in with before. */
export interface Proof {
  user: UserDocument;
  device: ObjectId | null;
  way: Way;
}

/** Unknown, customer and suspended are told apart by nobody. */
const mayNotSignIn = () => new DomainError("forbidden", "This user may not sign in");

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits"> & { guesses: Guesses; record: SignInRecord };

/** Compares codes and passwords, counts the wrong ones, and makes who was wrong too often wait. */
export const createProver = ({ mongo, clock, limits, guesses, record }: Parts) => {
  const users = createUsersRepository(mongo);
  const devices = createDevicesRepository(mongo);

  /** Whoever waited too long has been answered 503: what comes late must not send a code or sign anybody in. */
  const inTime = <T>(work: Promise<T>): Promise<T> => within(limits.httpMs, "The database", work);

  const admitted = (user: UserDocument | null): UserDocument => {
    if (!user || user.suspend || !isOperator(user.role)) throw mayNotSignIn();
    return user;
  };
  const deviceOf = async (user: ObjectId, { deviceToken }: Caller): Promise<ObjectId | null> =>
    (await inTime(devices.find(deviceToken, user, new Date(clock.now()))))?._id ?? null;

  const refuseWhoWaits = (guess: Guess, { device }: Guessed) => {
    if (guess.is !== "must-wait") return;
    throw device
      ? tooMany("Too many wrong tries at this device", guess.waitMs)
      : tooMany("Too many wrong tries", guess.waitMs, ", or use a device that you have signed in with before");
  };

  const byCode = async (phone: string, code: string, use: boolean, caller: Caller): Promise<Proof> => {
    const user = admitted(await inTime(users.byPhone(phone)));
    const device = await deviceOf(user._id, caller);
    const of = { account: user._id.toHexString(), device };
    const guess = await guesses.compareCode(of, { phone, code }, use);
    refuseWhoWaits(guess, of);
    if (guess.is === "right") return { user, device, way: "code" };
    const waits = guess.is === "wrong" && guess.left === 0;
    await record.failed(user._id, { way: "code", device, from: caller.from, waits });
    throw new DomainError("unauthenticated", "Invalid OTP");
  };

  const byPassword = (email: string, password: string, caller: Caller): Promise<Proof> =>
    inPasswordTurn(() => comparePassword(email, password, caller));

  const comparePassword = async (email: string, password: string, caller: Caller): Promise<Proof> => {
    const user = await inTime(users.byEmail(email));
    const device = user ? await deviceOf(user._id, caller) : null;
    const of = { account: user?._id.toHexString() ?? guesses.strangerBy(email), device };
    const guess = await guesses.reserveTry(of);
    refuseWhoWaits(guess, of);
    const right = await isPassword(password, user?.password ?? null);
    if (user && right) {
      if (guess.is === "wrong") await guesses.giveTryBack(of, guess.tryId);
      return { user: admitted(user), device, way: "password" };
    }
    const waits = guess.is === "wrong" && guess.left === 0;
    if (user) await record.failed(user._id, { way: "password", device, from: caller.from, waits });
    throw new DomainError("unauthenticated", "Invalid email or password");
  };

  return {
    /** The operator of this phone, and whose codes those are that he is sent here. Throws `forbidden`. */
    recipient: async (phone: string, caller: Caller): Promise<{ user: UserDocument; of: Guessed }> => {
      const user = admitted(await inTime(users.byPhone(phone)));
      return { user, of: { account: user._id.toHexString(), device: await deviceOf(user._id, caller) } };
    },
    /**
     * Throws `unauthenticated` for what is wrong, which counts, whatever `use` says; `too-many` for who has to wait,
     * then nothing is compared; `forbidden` for who may not sign in. With `use` a code is used up.
     */
    prove: (credentials: LoginCredentials, use: boolean, caller: Caller): Promise<Proof> =>
      "email" in credentials
        ? byPassword(credentials.email, credentials.password, caller)
        : byCode(credentials.phone, credentials.OTP, use, caller),
  };
};
export type Prover = ReturnType<typeof createProver>;
