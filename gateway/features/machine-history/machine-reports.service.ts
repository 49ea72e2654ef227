import type { readLockReport, readPingReport } from "#shared/control-units/control-unit.api.ts";
import { LockRow, PingRow } from "#shared/control-units/control-unit.schema.ts";
import { invalidDate } from "#shared/http/date-range.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import { momentsOf } from "#shared/http/zone-days.ts";
import type { LiveHistoryDocument } from "#shared/machines/histories.document.server.ts";
import { type Streamed, streamed } from "../../http/streamed.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import type { LockHistoryRepository } from "./lock-history.repository.ts";
import type { MachineAround, MachineHistoryRepository } from "./machine-history.repository.ts";

type Parts = Pick<FeatureParts, "mongo" | "config"> & {
  history: MachineHistoryRepository;
  locks: LockHistoryRepository;
};
type PingReportInput = CallParts<typeof readPingReport>["body"];

/** Heartbeats have no number of their own; what is written twice is alike to the millisecond, and stands together. */
const isAlike = (a: LiveHistoryDocument | undefined, b: LiveHistoryDocument): boolean =>
  a !== undefined &&
  a.receivedAt.getTime() === b.receivedAt.getTime() &&
  a.at.getTime() === b.at.getTime() &&
  a.meta.unit === b.meta.unit &&
  a.kind === b.kind;

/** Ping Data and Lock Data (specification: Machine history): all rows since a day, read while they are sent. */
export const createMachineReportsService = ({ mongo, config, history, locks }: Parts) => {
  const about = async ({ vendingMachineId, startDate }: PingReportInput): Promise<MachineAround & { from: Date }> => {
    const moments = momentsOf(startDate, startDate, config.TIME_ZONE);
    if (!moments) throw new DomainError("invalid", invalidDate);
    const { found } = await mongo.readAsOf(async (dbSession) =>
      history.around(dbSession, await requireMachine(mongo, dbSession, vendingMachineId)),
    );
    return { ...found, from: moments.from };
  };
  /** A generator ends its cursor when it is closed. */
  const endOf = (rows: AsyncGenerator<unknown[]>) => async () => {
    await rows.return(undefined);
  };

  async function* pingRows({ machine, from }: MachineAround & { from: Date }): AsyncGenerator<PingRow[]> {
    let last: LiveHistoryDocument | undefined;
    for await (const some of history.heartbeatsSince(machine._id.toHexString(), from)) {
      const shown: PingRow[] = [];
      for (const row of some) {
        if (!isAlike(last, row)) {
          shown.push({
            vendingMachineId: machine.vendingMachineId,
            serialNumber: row.meta.unit,
            kind: row.kind ?? "live",
            strength: row.strength,
            version: row.version,
            telemetry: row.telemetry,
            uptime: row.uptime,
            roundTripMs: row.roundTripMs ?? null,
            datetime: row.receivedAt.toISOString(),
            unitTime: row.at.toISOString(),
          });
        }
        last = row;
      }
      yield shown;
    }
  }

  async function* lockRows({ machine, labels, from }: MachineAround & { from: Date }): AsyncGenerator<LockRow[]> {
    for await (const some of locks.since(machine._id.toHexString(), from)) {
      yield some.map(({ meta, channel, isLocked, receivedAt, at, unlisted = 0 }) => ({
        vendingMachineId: machine.vendingMachineId,
        serialNumber: meta.unit,
        containerId: labels.get(channel) ?? "",
        channel,
        isLocked,
        unlisted,
        datetime: receivedAt.toISOString(),
        unitTime: at.toISOString(),
      }));
    }
  }

  return {
    pings: async (requested: PingReportInput): Promise<Streamed<CallReply<typeof readPingReport>>> => {
      const rows = pingRows(await about(requested));
      return streamed({ answer: { pigData: [] }, field: "pigData", row: PingRow, rows, end: endOf(rows) });
    },

    locks: async (requested: PingReportInput): Promise<Streamed<CallReply<typeof readLockReport>>> => {
      const rows = lockRows(await about(requested));
      return streamed({ answer: { lockData: [] }, field: "lockData", row: LockRow, rows, end: endOf(rows) });
    },
  };
};
