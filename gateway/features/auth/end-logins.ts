import type { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
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
  let device: ObjectId | null = null;
  for (const login of await logins.open(user, now, dbSession)) {
    if (kept?.equals(login._id)) {
      device = login.device ?? null;
      continue;
    }
    const ended = await logins.end(dbSession, user, login._id, now);
    if (ended) await audit.write(dbSession, actor, endedLine(ended, why));
  }
  await createDevicesRepository(mongo).forgetAllBut(dbSession, user, device);
};
