import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { ProblemMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { ConnectionHistoryDocument } from "#shared/machines/histories.document.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { readUnitRecords } from "./unit-records.ts";

type Parts = Pick<GatewayParts, "mongo" | "log" | "clock" | "gatewayId">;
type Bare = Omit<ConnectionHistoryDocument, "meta">;

const windowMs = 100;
/** While MongoDB is away the newest rows of a unit beyond this many are not kept. */
const rowsPerUnit = 100;

/** Every coming and going of a unit with its own login, kept with its reason, and what was dropped of what it said. */
export const createConnectionHistory = ({ mongo, log, clock, gatewayId }: Parts) => {
  /** The units that are connected here: a unit that was deleted has no record any more, but it did leave its machine. */
  const machines = new Map<string, string | null>();

  const gatherer = createWriteBuffer<Bare[]>({
    windowMs,
    write: async (batch) => {
      const records = await readUnitRecords(mongo.collections, [...batch.keys()]);
      const rows = [...batch].flatMap(([unit, bare]) => {
        const machine = records.get(unit)?.machine ?? machines.get(unit) ?? null;
        if (bare.findLast(({ event }) => event !== "problem")?.event === "disconnected") machines.delete(unit);
        else machines.set(unit, machine);
        return bare.map((row) => ({ ...row, meta: { unit, machine } }));
      });
      await mongo.collections.connectionHistory.insertMany(rows, { ordered: false });
    },
    onFailure: (error) => log.warn({ err: error }, "the history of connections was not stored"),
  });

  const note = (
    { id, login, serialNumber }: UnitConnection,
    event: Bare["event"],
    why: string | null,
    problem?: Bare["problem"],
  ): void => {
    if (login !== "unit") return;
    const receivedAt = new Date(clock.now());
    const row = { receivedAt, event, why, connection: id, gateway: gatewayId, ...(problem ? { problem } : {}) };
    gatherer.put(serialNumber, (before = []) => [...before, row].slice(0, rowsPerUnit));
  };

  return {
    connected: (connection: UnitConnection): void => note(connection, "connected", null),
    /** `why` as in the machine protocol's table, or 'left'. */
    disconnected: (connection: UnitConnection, why: string): void => note(connection, "disconnected", why),
    dropped: (connection: UnitConnection, { reason, ...problem }: ProblemMessage): void =>
      note(connection, "problem", reason, problem),
    flush: gatherer.flush,
  };
};
export type ConnectionHistory = ReturnType<typeof createConnectionHistory>;
