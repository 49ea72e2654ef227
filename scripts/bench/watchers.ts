import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import type { Room } from "#shared/events/rooms.ts";
import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { until } from "#shared/testing/eventually.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import type { Target } from "./installation.ts";

const withinMs = 180_000;

/** A machine was announced as silent: when, and when it was heard last by then; in milliseconds since 1970. */
interface Silence {
  at: number;
  lastSeen: number;
}

const clockMs = () => performance.timeOrigin + performance.now();

/**
 * Operators' sockets on the live-status screen: they measure how long each heartbeat took, the events of each for each
 * machine, and what each heard of alarms.
 */
export const openWatchers = async (
  { url, token }: Pick<Target, "url" | "token">,
  sockets: number,
  rooms: Room[] = [],
) => {
  const published = new Map<string, number>();
  const latency: number[] = [];
  const state = { isMeasuring: false, interruptions: [] as string[] };
  const watchers = Array.from({ length: sockets }, () => {
    const heard = new Map<string, { lastSeen: number; silences: Silence[] }>();
    const live = createLiveClient({ url, token: () => token });
    const watcher = { live, heard, alarms: [] as Alarm[], hasJoined: false };
    live.listen((event) => {
      if (state.isMeasuring && event.name === "connected") state.interruptions.push("connected anew");
      if (state.isMeasuring && event.name === "reload")
        state.interruptions.push(`had to load ${event.rooms.join(", ") || "everything"} again`);
      if (event.name === "connected")
        // A socket that is lost while joining says "connected" again.
        void live.join(live, ["live-status", ...rooms]).then(
          () => {
            watcher.hasJoined = true;
          },
          () => undefined,
        );
      if (event.name === "alarm.changed") watcher.alarms.push(event.view);
      if (event.name !== "presence.changed") return;
      const now = clockMs();
      for (const { serialNumber, lastSeen } of event.presences) {
        const known = heard.get(serialNumber) ?? { lastSeen: 0, silences: [] };
        if (now - lastSeen > silentAfterSeconds * 1_000) known.silences.push({ at: now, lastSeen });
        const at = published.get(serialNumber) ?? Number.POSITIVE_INFINITY;
        // The first that this socket receives since the heartbeat was sent; `lastSeen` is in whole milliseconds.
        if (state.isMeasuring && known.lastSeen < at - 1 && lastSeen >= at - 1) latency.push(now - at);
        known.lastSeen = Math.max(known.lastSeen, lastSeen);
        heard.set(serialNumber, known);
      }
    });
    live.connect();
    return watcher;
  });
  await until(`${sockets} sockets`, () => watchers.every(({ hasJoined }) => hasJoined), withinMs);
  return { published, latency, state, watchers };
};
export type Watchers = Awaited<ReturnType<typeof openWatchers>>;

/** A machine that lost its connection. */
export interface Drop {
  serialNumber: string;
  /** When it was back, in milliseconds since 1970. */
  backAt: number;
  /** How often it must have been published as silent. */
  silences: number;
}

/** Each socket must receive each return and exactly one silence, and no silence of another machine. */
export const judgeDrops = (
  drops: readonly Drop[],
  fleet: { machines: readonly { serialNumber: string }[] },
  { watchers }: Watchers,
) => {
  const dropped = new Map(drops.map((drop) => [drop.serialNumber, drop]));
  const wrong = { missed: 0, falseAlarms: 0 };
  for (const { heard } of watchers)
    for (const { serialNumber } of fleet.machines) {
      const [drop, of] = [dropped.get(serialNumber), heard.get(serialNumber)];
      if (!drop) wrong.falseAlarms += of?.silences.length ?? 0;
      else {
        if ((of?.lastSeen ?? 0) < drop.backAt) wrong.missed += 1;
        if ((of?.silences.length ?? 0) !== drop.silences) wrong.missed += 1;
      }
    }
  return wrong;
};
