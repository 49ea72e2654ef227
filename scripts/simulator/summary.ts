import type { FleetSummary } from "./fleet.ts";

/** One line: which machines are there, and what was sent since the last line. */
export const summaryLine = (now: FleetSummary, before: FleetSummary, ms: number): string => {
  const { states } = now;
  const absent = [
    [states.connecting + states.away, "away or reconnecting"],
    [states.asking, "waiting to be registered"],
    [states.refused, "refused"],
    [now.unreadable, "messages from the gateway not understood"],
  ] as const;
  const rate = ((now.live + now.stored - before.live - before.stored) * 1_000) / ms;
  const commands = now.commands - before.commands;
  const parts = [
    `${states.connected} of ${now.machines} connected`,
    ...absent.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    `${rate.toFixed(1)} messages/s`,
    `${commands} command${commands === 1 ? "" : "s"}`,
  ];
  return `${new Date().toLocaleTimeString("en-GB")}  ${parts.join(", ")}`;
};
