import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { type CommandedCan, commandRowOf } from "#shared/transaction-ledger/command-ledger.server.ts";
import type { GatewayParts } from "../../parts.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import { type CommandedMachine, type Input, newRowsOf, type Origin, sessionDraftOf } from "./new-session.ts";

type Parts = Pick<GatewayParts, "limits"> & { units: Pick<ControlUnitsRepository, "addSession" | "addRows" | "post"> };

/**
 * Writes a session with its rows and its row of the transaction ledger, in the transaction of its cause. `can` is the
 * customer's, where it is for one. The caller wakes the workers up after the commit.
 */
export const createStoreSession =
  ({ limits, units }: Parts) =>
  async (
    dbSession: DbSession,
    machine: CommandedMachine,
    input: Input,
    origin: Origin,
    can: CommandedCan | null = null,
  ): Promise<SessionDocument> => {
    const draft = sessionDraftOf(machine, input, origin);
    const session = await units.addSession(dbSession, draft, limits.commands.expiresMs);
    await units.addRows(dbSession, newRowsOf(session, input.containers, can?.transactionId ?? null));
    const { kind, id } = origin.actor;
    const labels = input.containers.map(({ label }) => label);
    const operator = kind === "operator" ? id : null;
    await units.post(dbSession, commandRowOf(session, labels, { can, operator }));
    return session;
  };
export type StoreSession = ReturnType<typeof createStoreSession>;
