import { type CommandedCan, commandRowOf } from "#shared/runtime/books/command-ledger.ts";
import type { SessionDocument } from "#shared/runtime/documents/commands.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import { type CommandedMachine, newRowsOf, type Origin, sessionDraftOf, type Wish } from "./new-session.ts";

type Parts = Pick<GatewayParts, "limits"> & { units: Pick<ControlUnitsRepository, "addSession" | "addRows" | "post"> };

/**
 * Writes a session with its rows and its row of the transaction ledger, in the transaction of its cause. `can` is the
 * customer's, where it is for one. Whoever calls wakes the workers up after the commit.
 */
export const createStoreSession =
  ({ limits, units }: Parts) =>
  async (
    dbSession: DbSession,
    machine: CommandedMachine,
    wish: Wish,
    origin: Origin,
    can: CommandedCan | null = null,
  ): Promise<SessionDocument> => {
    const draft = sessionDraftOf(machine, wish, origin);
    const session = await units.addSession(dbSession, draft, limits.commands.expiresMs);
    await units.addRows(dbSession, newRowsOf(session, wish.containers, can?.transactionId ?? null));
    const { kind, id } = origin.actor;
    const labels = wish.containers.map(({ label }) => label);
    const operator = kind === "operator" ? id : null;
    await units.post(dbSession, commandRowOf(session, labels, { can, operator }));
    return session;
  };
export type StoreSession = ReturnType<typeof createStoreSession>;
