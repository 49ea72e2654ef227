import type { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { LoginDocument } from "#shared/users/people.document.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { createDevicesRepository } from "./devices.repository.ts";
import { createLoginsRepository } from "./logins.repository.ts";
import { endedLine } from "./sign-in-record.ts";

type Parts = Pick<GatewayParts, "mongo" | "audit" | "clock">;

interface Ending {
  user: ObjectId;
  why: "password-changed" | "phone-changed" | "access-ended";
  /** The login of an operator who changes their own; null where another one does. */
  kept: ObjectId | null;
}

/**
 * A change of phone or password ends earlier logins and forgets the operator's devices, but those of the login that is
 * kept. Runs in the transaction of that change.
 */
export const endLoginsIn = async (
  dbSession: DbSession,
  { mongo, audit, clock }: Parts,
  actor: Actor,
  { user, why, kept }: Ending,
): Promise<void> => {
  const logins = createLoginsRepository(mongo);
  const now = new Date(clock.now());
  const open = await logins.open(user, now, dbSession);
  const ending = open.filter(({ _id }) => !kept?.equals(_id));
  await logins.endAll(dbSession, ending, now);
  await audit.writeAll(
    dbSession,
    actor,
    ending.map((login) => endedLine(login, why)),
  );
  const device = open.find(({ _id }) => kept?.equals(_id))?.device ?? null;
  await createDevicesRepository(mongo).forgetAllBut(dbSession, user, device);
};

const usedAt = ({ lastUsedAt, createdAt }: LoginDocument): number => (lastUsedAt ?? createdAt).getTime();

/**
 * Ends the sign-ins of an operator beyond `limits.mostLogins`, this new one among them, those first that were used longest
 * ago. Runs in the transaction that opens it.
 */
export const endLoginsBeyond = async (
  dbSession: DbSession,
  { mongo, audit, clock, limits }: Parts & Pick<GatewayParts, "limits">,
  actor: Actor,
  { _id, user }: LoginDocument,
): Promise<void> => {
  const logins = createLoginsRepository(mongo);
  const now = new Date(clock.now());
  const others = (await logins.open(user, now, dbSession)).filter((other) => !other._id.equals(_id));
  const beyond = others.sort((one, other) => usedAt(other) - usedAt(one)).slice(limits.mostLogins - 1);
  await logins.endAll(dbSession, beyond, now);
  await audit.writeAll(
    dbSession,
    actor,
    beyond.map((login) => endedLine(login, "too-many")),
  );
};
