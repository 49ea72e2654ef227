import { setTimeout as pause } from "node:timers/promises";
import type { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { OperatorTurns } from "../../http/operator-turns.ts";
import type { GatewayParts } from "../../parts.ts";
import { isWeak } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";

type Owner = Pick<UserDocument, "name" | "phone" | "email" | "role">;

/** Throws `invalid` for somebody who cannot sign in by a password. */
export const requirePasswordOwner = ({ role, email }: Pick<UserDocument, "role" | "email">): void => {
  if (!isOperator(role)) throw new DomainError("invalid", "password: a customer cannot sign in");
  if (email === "") throw new DomainError("invalid", "email: is required with a password");
};

/** Words that a password of theirs must not be like. */
const wordsOf = ({ name, phone, email }: Owner): string[] =>
  [name, ...name.split(/\s+/), phone, email, ...email.split(/[@.]/)].filter((word) => word.length > 1);

type Parts = Pick<GatewayParts, "limits"> & { inPasswordTurnOf: OperatorTurns };

/** New passwords, as they are stored. */
export const createNewPasswords = ({ limits, inPasswordTurnOf }: Parts) => {
  return {
    /**
     * As `requirePasswordOwner`; throws `invalid` also for a password that is common or like the owner's own data, and
     * `unavailable` when too many wait.
     */
    hashFor: async (owner: Owner, password: string, by: ObjectId): Promise<string> => {
      requirePasswordOwner(owner);
      return inPasswordTurnOf(by, async () => {
        const from = performance.now();
        const isRefused = await isWeak(password, wordsOf(owner));
        // As long as it took: one after the other would else take the thread from everybody.
        await pause(performance.now() - from);
        if (isRefused)
          throw new DomainError("invalid", "password: is too easy to guess; use three or four unrelated words");
        return hashPassword(password, limits.passwordCost);
      });
    },
  };
};
export type NewPasswords = ReturnType<typeof createNewPasswords>;
