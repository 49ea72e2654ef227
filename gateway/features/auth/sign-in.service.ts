import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import type { CheckCredentials, LoginCredentials } from "#shared/auth/auth.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { LoginDocument } from "#shared/users/people.document.server.ts";
import { refuseStopped } from "#shared/users/refuse-stopped.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import { endLoginsBeyond } from "./end-logins.ts";
import { type Guesses, newCode, type StoredCode } from "./guesses.ts";
import { createLoginsRepository, newLogin } from "./logins.repository.ts";
import { claimsOf, createLoginTimes } from "./logins.ts";
import type { PhoneMessages } from "./phone-messages.ts";
import { type Caller, invalidCode, type Prover } from "./prove.ts";
import type { SignInRecord } from "./sign-in-record.ts";
import type { Tokens } from "./tokens.ts";
import { tooMany } from "./too-many.ts";
import { createUsersRepository } from "./users.repository.ts";

type Parts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "limits" | "log"> & {
  tokens: Pick<Tokens, "issue">;
  guesses: Guesses;
  prover: Prover;
  record: SignInRecord;
  messages: PhoneMessages;
};

/** What signing in gives: the token, those of the browser's device cookie, and what others tried meanwhile. */
interface Opened {
  token: string;
  deviceTokens: string[];
  failedTries: NonNullable<LoginDocument["failedTries"]> | null;
}

/** Signing in by a code or a password. */
export const createSignInService = (parts: Parts) => {
  const { mongo, clock, audit, limits, log, tokens, guesses, prover, record, messages } = parts;
  const users = createUsersRepository(mongo);
  const logins = createLoginsRepository(mongo);
  const devices = createDevicesRepository(mongo);
  const times = createLoginTimes(parts);

  /** A code that did not arrive is void. */
  const deliver = async (phone: string, code: string, stored: StoredCode): Promise<void> => {
    try {
      await messages.sendCode(phone, code);
    } catch (error) {
      await guesses.takeBackCode(stored);
      throw error;
    }
  };

  return {
    /** Uses nothing up; wrong codes and passwords count all the same. */
    check: async (credentials: CheckCredentials, caller: Caller): Promise<void> => {
      if ("OTP" in credentials || "email" in credentials) await prover.prove(credentials, false, caller);
      // A phone alone reveals nothing; the query shows that the database answers before a code is requested.
      else await prover.recipient(credentials.phone, caller);
    },

    /**
     * A new code replaces the one before it that was sent for the same device, or for the unknown ones. A phone that may
     * not sign in is answered alike and sent nothing: its code is one that nobody can enter.
     */
    sendOtp: async (phone: string, caller: Caller): Promise<void> => {
      const { user, of } = await prover.recipient(phone, caller);
      const code = user ? newCode() : randomUUID();
      const outcome = await guesses.storeCode(of, { phone, code });
      if ("waitMs" in outcome) throw tooMany("Too many OTP requests", outcome.waitMs);
      if (!user) return;
      const sent = () => deliver(phone, code, outcome.stored);
      // Only a known device waits for delivery: that duration, and already that of its begin, would reveal too much to a
      // stranger, who is answered first.
      if (of.device) return sent();
      setImmediate(() =>
        sent().catch(() => log.warn("a one-time code did not arrive, and its operator could not be notified")),
      );
    },

    logIn: async (credentials: LoginCredentials, caller: Caller): Promise<Opened> => {
      const { user, device, way, codeId } = await prover.prove(credentials, true, caller);
      const { phone, email, password } = user;
      const proved = { _id: user._id, ...(way === "code" ? { phone } : { email, password }) };
      const now = new Date(clock.now());
      const failedTries = (await record.failedSinceLast(user._id, device)) ?? null;
      const _id = new ObjectId();
      const { login, deviceTokens } = await mongo.inTransaction(async (dbSession) => {
        if (!(await users.holdToSignIn(dbSession, proved, now))) {
          refuseStopped((await users.byId(user._id, dbSession)) ?? {}, now.getTime());
          throw new DomainError("unauthenticated", "How you sign in was changed just now: sign in again");
        }
        if (codeId && (await logins.isUsed(dbSession, user._id, codeId))) throw invalidCode();
        const remembered = await devices.remember(dbSession, {
          user: user._id,
          tokens: caller.deviceTokens,
          now,
          days: limits.deviceDays,
          most: limits.mostDevices,
          mostTokens: limits.mostOperatorsOfDevice,
        });
        const opened = newLogin(user._id, now.getTime(), times.longestMs, {
          _id,
          device: remembered._id,
          deviceName: caller.deviceName,
          from: caller.from,
          failedTries,
          codes: codeId ? [codeId] : [],
        });
        await logins.add(opened, dbSession);
        const actor = { kind: "operator", id: user._id, from: caller.from } as const;
        await audit.write(dbSession, actor, record.openedLine(opened, way));
        await endLoginsBeyond(dbSession, parts, actor, opened);
        return { login: opened, deviceTokens: remembered.tokens };
      });
      log.info({ user: user._id.toHexString(), way, known: device !== null }, "an operator signed in");
      return { token: tokens.issue(claimsOf(login)), deviceTokens, failedTries };
    },
  };
};
