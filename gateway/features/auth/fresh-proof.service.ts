import type { Actor } from "#shared/audit/audit.server.ts";
import type { ProofCredentials } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { notSignedIn, type SignedIn } from "../../http/login.ts";
import type { OperatorTurns } from "../../http/operator-turns.ts";
import type { GatewayParts } from "../../parts.ts";
import { comparePassword } from "./compare-password.ts";
import { type Guess, type Guessed, type Guesses, newCode } from "./guesses.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import type { PhoneMessages } from "./phone-messages.ts";
import { provedLine, type SignInRecord, type Way } from "./sign-in-record.ts";
import { tooMany } from "./too-many.ts";
import { createUsersRepository } from "./users.repository.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "audit" | "limits"> & {
  guesses: Guesses;
  record: SignInRecord;
  messages: PhoneMessages;
  inPasswordTurnOf: OperatorTurns;
};
type Own = Pick<SignedIn, "userId" | "loginId">;

/**
 * Codes and wrong tries of a login that stands are its own, as if it were a device: a sign-in code proves nothing here,
 * a code of here signs nobody in, and a stolen token spends only that login's tries.
 */
const guessedAt = ({ userId, loginId }: Own): Guessed => ({ account: userId.toHexString(), device: loginId });

/** Proves anew that it is the operator who calls, and not only their token. */
export const createFreshProof = ({
  mongo,
  clock,
  audit,
  limits,
  guesses,
  record,
  messages,
  inPasswordTurnOf,
}: Parts) => {
  const users = createUsersRepository(mongo);
  const logins = createLoginsRepository(mongo);

  const refuseWhoWaits = (guess: Guess) => {
    if (guess.is === "must-wait") throw tooMany("Too many wrong tries", guess.waitMs);
  };
  /** Not 401: the sign-in itself is all right. */
  const refuseWrong = (own: Own, { from }: Actor, way: Way, guess: Guess, words: string): never => {
    const waits = guess.is === "wrong" && guess.left === 0;
    record.failed(own.userId, { way, device: own.loginId, from, waits });
    throw new DomainError("invalid", words);
  };

  const requirePassword = async (
    own: Own,
    actor: Actor,
    user: UserDocument,
    given: string,
    words: string,
  ): Promise<void> => {
    const guess = await inPasswordTurnOf(own.userId, () =>
      comparePassword(guesses, guessedAt(own), { given, stored: user.password, cost: limits.passwordCost }),
    );
    refuseWhoWaits(guess);
    if (guess.is !== "right") refuseWrong(own, actor, "password", guess, words);
  };

  const requireCode = async (own: Own, actor: Actor, { phone }: UserDocument, code: string): Promise<string | null> => {
    const guess = await guesses.compareCode(guessedAt(own), { phone, code }, true);
    refuseWhoWaits(guess);
    return guess.is === "right" ? guess.codeId : refuseWrong(own, actor, "code", guess, "Invalid OTP");
  };

  const ownUser = async ({ userId }: Own): Promise<UserDocument> => {
    const user = await users.byId(userId);
    if (!user) throw notSignedIn();
    return user;
  };

  return {
    /** Throws `invalid` with these words for a wrong one, which counts. */
    requirePassword,

    sendCode: async (own: Own): Promise<void> => {
      const { phone } = await ownUser(own);
      const code = newCode();
      const outcome = await guesses.storeCode(guessedAt(own), { phone, code });
      if ("waitMs" in outcome) throw tooMany("Too many OTP requests", outcome.waitMs);
      try {
        await messages.sendCode(phone, code);
      } catch (error) {
        await guesses.takeBackCode(outcome.stored);
        throw error;
      }
    },

    prove: async (own: Own, actor: Actor, credentials: ProofCredentials): Promise<void> => {
      const user = await ownUser(own);
      const way = "OTP" in credentials ? "code" : "password";
      const code = "OTP" in credentials ? await requireCode(own, actor, user, credentials.OTP) : null;
      if ("password" in credentials) await requirePassword(own, actor, user, credentials.password, "Invalid password");
      await mongo.inTransaction(async (dbSession) => {
        if (code && (await logins.isUsed(dbSession, own.userId, code))) throw new DomainError("invalid", "Invalid OTP");
        const until = new Date(clock.now() + limits.freshProofMs);
        const login = await logins.prove(dbSession, own.userId, own.loginId, { until, code });
        if (!login) throw notSignedIn();
        await audit.write(dbSession, actor, provedLine(login, way));
      });
    },
  };
};
export type FreshProof = ReturnType<typeof createFreshProof>;
