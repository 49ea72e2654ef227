import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import type { ProcessKind } from "#shared/health/health.schema.ts";
import { goneAfterMs, type LineId, stateOf } from "#shared/health/health-lines.ts";
import { measureInstallation } from "#shared/health/measure-installation.server.ts";
import { type Finder, type Finding, pauseMs, reconnectMs } from "../finding.ts";

interface LineAlarm {
  line: LineId;
  kind: AlarmKind;
  words: (note: string) => string;
}
/** The lines of the page Health that are an alarm once they are red. */
const lineAlarms: readonly LineAlarm[] = [
  { line: "queueAge", kind: "queue-late", words: (note) => `Jobs wait ${note}` },
  { line: "changeStream", kind: "change-stream-late", words: () => "Screens learn of changes late" },
  { line: "disk", kind: "disk-full", words: () => "MongoDB's disk is nearly full" },
  { line: "replicationLag", kind: "replication-late", words: () => "MongoDB's replication lags" },
  { line: "stockRepaired", kind: "stock-drift", words: () => "Stock in Redis differed from the database" },
  { line: "redisMemory", kind: "redis-full", words: () => "Redis has nearly no memory left" },
];
/**
 * In milliseconds: longer than the silence of all processes after MongoDB was away so briefly that the looks show no
 * pause, with the last report before it and the first one after it.
 */
const goneForMs = goneAfterMs + pauseMs;
const names: Record<ProcessKind, string> = { gateway: "A gateway", workers: "A worker", reports: "A report worker" };

/** What is wrong with the installation itself. What could not be measured stays as it was. */
export const installationTrouble = (parts: Parameters<typeof measureInstallation>[0]): Finder => ({
  name: "installation",
  kinds: ["process-gone", ...lineAlarms.map(({ kind }) => kind)],
  everyMs: 30_000,
  find: async ({ now, steadySince, open }) => {
    const { at, figures, notes, missing } = await measureInstallation(parts);
    const opened = new Set(open.map(({ subject }) => subject.id));
    // Open alarms stay open; only new ones wait.
    const isSteady = now - steadySince >= reconnectMs;
    const gone = missing.filter(
      ({ _id, seenAt }) => opened.has(_id) || (isSteady && at - seenAt.getTime() > goneForMs),
    );
    return [
      ...gone.map(
        ({ _id, kind, host, seenAt }): Finding => ({
          kind: "process-gone",
          subject: _id,
          words: `${names[kind]} on ${host} gives no sign of life`,
          since: seenAt.getTime(),
        }),
      ),
      ...lineAlarms.flatMap(({ line, kind, words }): Finding[] => {
        const known = open.find((alarm) => alarm.kind === kind);
        const state = stateOf(line, figures[line]);
        if (state === "unknown" && known)
          return [{ kind, subject: line, words: known.words, since: known.startedAt.getTime() }];
        return state === "bad" ? [{ kind, subject: line, words: words(notes[line] ?? ""), since: now }] : [];
      }),
    ];
  },
});
