import type { Actor } from "#shared/audit/audit.server.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import { newUser } from "#shared/users/people.document.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { createUsersRepository } from "./users.repository.ts";

type AdminParts = Pick<GatewayParts, "config" | "mongo" | "clock" | "audit" | "log">;

const starter: Actor = { kind: "system", id: null, from: "start" };

/**
 * Where no admin exists, the owner of ADMIN_PHONE becomes one: a new user, or the one who has that phone already (a
 * customer or staff; a suspension is lifted), because whoever sets the environment owns the installation and the codes
 * go to that phone alone. With any admin present nothing changes. Several gateways may do it at once.
 */
export const ensureAdmin = async (parts: AdminParts, tries = 3): Promise<void> => {
  const phone = parts.config.ADMIN_PHONE;
  if (!phone) return;
  try {
    await appoint(parts, phone);
  } catch (error) {
    // Another gateway added the same phone in the meantime; the next look finds its admin.
    if (tries <= 1 || !isTaken(error)) throw error;
    await ensureAdmin(parts, tries - 1);
  }
};

const appoint = async ({ mongo, clock, audit, log }: AdminParts, phone: string) => {
  const users = createUsersRepository(mongo);
  const how = await mongo.inTransaction(async (dbSession) => {
    if (await users.anyAdmin(dbSession)) return null;
    const before = await users.byPhone(phone, dbSession);
    const after = before
      ? await users.makeAdmin(dbSession, phone)
      : newUser({ phone, name: "Administrator", role: "admin", createdAt: new Date(clock.now()) });
    if (!after) throw new Error("the user who was to become admin has gone");
    if (!before) await users.add(dbSession, after);
    await audit.write(dbSession, starter, {
      verb: "user.made-admin",
      record: { collection: "users", id: after._id.toHexString() },
      before,
      after,
    });
    return before ? "an existing user was made the first admin" : "the first admin was added";
  });
  if (how) log.info(how);
};
