import type { ObjectId } from "mongodb";
import { createCancelUnsent } from "#shared/control-units/cancel-unsent.server.ts";
import type { SessionDocument, SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { createReach } from "#shared/control-units/reach.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import { createControlUnitsRepository } from "./control-units.repository.ts";
import type { CommandedMachine } from "./new-session.ts";
import { createStoreSession } from "./store-session.ts";
import { createWakeUps } from "./wake-ups.ts";

type Parts = Pick<GatewayParts, "mongo" | "redis" | "keys" | "bus" | "queues" | "limits" | "log">;

/** Sessions as a part of something greater: of a can that is taken, opened again or refunded. */
export const createCommanding = (parts: Parts) => {
  const units = createControlUnitsRepository(parts.mongo);
  const reach = createReach(parts);
  return {
    /** Surely: its unit is not connected, or it has none. */
    isOffline: async ({ _id }: Pick<CommandedMachine, "_id">): Promise<boolean> => {
      const serialNumber = await units.authorisedUnit(_id);
      if (serialNumber === null) return true;
      const [place] = await reach.find([serialNumber]);
      return place === "offline";
    },
    storeSession: createStoreSession({ limits: parts.limits, units }),
    cancelUnsent: createCancelUnsent(parts.mongo),
    wake: createWakeUps(parts),
    session: (dbSession: DbSession, _id: ObjectId): Promise<SessionDocument | null> => units.session(_id, dbSession),
    rows: (dbSession: DbSession, session: ObjectId): Promise<SessionRowDocument[]> => units.rows(session, dbSession),
  };
};
export type Commanding = ReturnType<typeof createCommanding>;
