import { ObjectId } from "mongodb";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { ConnectionHistoryDocument, LockHistoryDocument } from "#shared/machines/histories.document.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import type { GatewayUnderTest } from "../../../testing/gateway-under-test.ts";

const minuteMs = 60_000;

/** Writes the past of one machine, as its gateway would have: moments are milliseconds before `now`. */
export const pastOf = ({ parts }: GatewayUnderTest, machine: MachineDocument, now: number, unit = "CU-past") => {
  const { liveHistory, lockHistory, connectionHistory, sessions, sessionRows } = parts.mongo.collections;
  const meta = { unit, machine: machine._id.toHexString() };
  const when = (ago: number) => new Date(now - ago);

  return {
    meta,
    /** Stores one row per minute from `from` to `to`, both inclusive. */
    heard: async (from: number, to: number): Promise<void> => {
      const rows = Array.from({ length: Math.floor((from - to) / minuteMs) + 1 }, (_, i) => {
        const receivedAt = when(from - i * minuteMs);
        return { receivedAt, meta, kind: "live" as const, strength: -60, version: "1.0.0", uptime: i, at: receivedAt };
      });
      for (let i = 0; i < rows.length; i += 5_000) await liveHistory.insertMany(rows.slice(i, i + 5_000));
    },
    lock: async (ago: number, options: Partial<LockHistoryDocument> & { seq: number }): Promise<void> => {
      const row = { meta, receivedAt: when(ago), at: when(ago), channel: 1, isLocked: true, boot: "b1" };
      await lockHistory.insertOne({ ...row, ...options });
    },
    connection: async (ago: number, event: ConnectionHistoryDocument["event"], why: string | null): Promise<void> => {
      const row = { receivedAt: when(ago), meta, event, why, connection: "c1", gateway: "g1" };
      await connectionHistory.insertOne(row);
    },
    command: async (
      ago: number,
      options: Partial<SessionDocument> & { labels?: string[]; rowReason?: string | null } = {},
    ): Promise<SessionDocument> => {
      const { labels = ["1"], rowReason = null, ...more } = options;
      const moments = {
        createdAt: when(ago),
        expiresAt: when(ago - 30_000),
        startedAt: when(ago),
        finishedAt: when(ago),
      };
      const channels = labels.map((_, i) => i + 1);
      const session = aSession(machine, { channels, status: "completed", takesTurn: true, ...moments, ...more });
      await sessions.insertOne(session);
      const ended = { end: "done" as const, endedAt: when(ago), deadlineAt: null, reason: rowReason };
      const rows = rowsOfSession(session, ended)
        .slice(0, labels.length)
        .map((row, place) => ({ ...row, container: new ObjectId(), label: labels[place] ?? "" }));
      if (rows.length > 0) await sessionRows.insertMany(rows);
      return session;
    },
  };
};
