import { ObjectId } from "mongodb";
import type { SessionDocument, SessionRowDocument } from "#shared/runtime/control-unit-documents.ts";
import type { ConnectionHistoryDocument, LockHistoryDocument, MachineDocument } from "#shared/runtime/documents.ts";
import type { GatewayUnderTest } from "../../../testing/gateway-under-test.ts";

const minuteMs = 60_000;

/** Writes the past of one machine, as its gateway would have: moments are milliseconds before `now`. */
export const pastOf = ({ parts }: GatewayUnderTest, machine: MachineDocument, now: number, unit = "CU-past") => {
  const { liveHistory, lockHistory, connectionHistory, sessions, sessionRows } = parts.mongo.collections;
  const meta = { unit, machine: machine._id.toHexString() };
  const when = (ago: number) => new Date(now - ago);

  return {
    meta,
    /** One row a minute from `from` to `to`, both inclusive. */
    heard: async (from: number, to: number): Promise<void> => {
      const rows = Array.from({ length: Math.floor((from - to) / minuteMs) + 1 }, (_, i) => {
        const receivedAt = when(from - i * minuteMs);
        return { receivedAt, meta, kind: "live" as const, strength: -60, version: "1.0.0", uptime: i, at: receivedAt };
      });
      for (let i = 0; i < rows.length; i += 5_000) await liveHistory.insertMany(rows.slice(i, i + 5_000));
    },
    lock: async (ago: number, wishes: Partial<LockHistoryDocument> & { seq: number }): Promise<void> => {
      const row = { meta, receivedAt: when(ago), at: when(ago), channel: 1, isLocked: true, boot: "b1" };
      await lockHistory.insertOne({ ...row, ...wishes });
    },
    connection: async (ago: number, event: ConnectionHistoryDocument["event"], why: string | null): Promise<void> => {
      const row = { receivedAt: when(ago), meta, event, why, connection: "c1", gateway: "g1" };
      await connectionHistory.insertOne(row);
    },
    command: async (
      ago: number,
      wishes: Partial<SessionDocument> & { labels?: string[]; rowReason?: string | null } = {},
    ): Promise<SessionDocument> => {
      const { labels = ["1"], rowReason = null, ...more } = wishes;
      const { _id, vendingMachineId } = machine;
      const about = { machine: _id, vendingMachineId, type: more.type ?? ("open" as const) };
      const commandId = new ObjectId().toHexString();
      const session: SessionDocument = {
        ...{ _id: new ObjectId(), ...about, channels: labels.map((_, i) => i + 1), commandId, product: null },
        ...{ operationType: null, lockFailedTo: null, checks: null, resends: null, startedBy: null },
        ...{ status: "completed", reason: null, takesTurn: true, hasTurn: false, trace: "t" },
        ...{ createdAt: when(ago), expiresAt: when(ago - 30_000), startedAt: when(ago), finishedAt: when(ago) },
        ...more,
      };
      await sessions.insertOne(session);
      const rows = labels.map(
        (label, place): SessionRowDocument => ({
          ...{ _id: new ObjectId(), session: session._id, ...about, place, container: new ObjectId(), label },
          ...{ channel: place + 1, transactionId: null, commandId, createdAt: when(ago), expiresAt: when(ago) },
          ...{ sentAt: null, serialNumber: null, connection: null, facts: {}, factCount: 0, awaitsClosing: false },
          ...{ awaitsRestart: false, deadlineAt: null, end: "done", endedAt: when(ago), reason: rowReason, code: null },
        }),
      );
      if (rows.length > 0) await sessionRows.insertMany(rows);
      return session;
    },
  };
};
