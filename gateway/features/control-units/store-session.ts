import type { SessionDocument } from "#shared/runtime/documents/commands.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import { type CommandedMachine, newRowsOf, type Origin, sessionDraftOf, type Wish } from "./new-session.ts";

type Parts = Pick<GatewayParts, "limits"> & { units: Pick<ControlUnitsRepository, "addSession" | "addRows"> };

/**
 * Writes a session with its rows, in the transaction of its cause. `transactionId` is the customer's transaction, where
 * it is one. Whoever calls wakes the workers up after the commit.
 */
export const createStoreSession =
  ({ limits, units }: Parts) =>
  async (
    dbSession: DbSession,
    machine: CommandedMachine,
    wish: Wish,
    origin: Origin,
    transactionId: string | null = null,
  ): Promise<SessionDocument> => {
    const draft = sessionDraftOf(machine, wish, origin);
    const session = await units.addSession(dbSession, draft, limits.commands.expiresMs);
    await units.addRows(dbSession, newRowsOf(session, wish.containers, transactionId));
    return session;
  };
export type StoreSession = ReturnType<typeof createStoreSession>;
