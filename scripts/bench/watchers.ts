import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { until } from "#shared/testing/eventually.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import { createHistogram } from "./measure.ts";

const clockMs = () => performance.timeOrigin + performance.now();
const connectWithinMs = 120_000;
const silentMs = silentAfterSeconds * 1_000;

/** What one socket has heard of one machine. */
interface Heard {
  lastSeen: number;
  /** Times that it was announced as silent. */
  silences: number;
}

/** Operators' sockets on the live-status screen, and a clock beside each heartbeat that reaches them. */
export const openWatchers = async (sockets: number, url: string, token: string) => {
  const published = new Map<string, number>();
  const latency = createHistogram();
  let isMeasuring = false;

  const watchers = Array.from({ length: sockets }, () => {
    const heard = new Map<string, Heard>();
    const live = createLiveClient({ url, token: () => token });
    const state = { isInRoom: false, interruptions: 0 };
    live.listen((event) => {
      if (event.name === "connected") {
        if (isMeasuring) state.interruptions += 1;
        // One that is lost while joining says "connected" again.
        const joining = live.join(live, ["live-status"]).then(() => {
          state.isInRoom = true;
        });
        joining.catch(() => undefined);
      }
      if (event.name === "reload" && isMeasuring) state.interruptions += 1;
      if (event.name !== "presence.changed") return;
      const now = clockMs();
      for (const { serialNumber, lastSeen } of event.presences) {
        const known = heard.get(serialNumber) ?? { lastSeen: 0, silences: 0 };
        if (now - lastSeen > silentMs) known.silences += 1;
        const at = published.get(serialNumber);
        // The first that this socket hears since the heartbeat was sent; `lastSeen` is in whole milliseconds.
        if (isMeasuring && at !== undefined && known.lastSeen < at - 1 && lastSeen >= at - 1) latency.add(now - at);
        known.lastSeen = Math.max(known.lastSeen, lastSeen);
        heard.set(serialNumber, known);
      }
    });
    live.connect();
    return { live, heard, state };
  });
  await until(`${sockets} sockets`, () => watchers.every(({ state }) => state.isInRoom), connectWithinMs);

  const everyone = <T>(ask: (watcher: (typeof watchers)[number]) => T): T[] => watchers.map(ask);
  return {
    latency,
    notePublished: (serialNumber: string, at: number): void => {
      published.set(serialNumber, at);
    },
    measure: (on: boolean): void => {
      isMeasuring = on;
    },
    /** How many sockets have heard of this machine after a moment. */
    heardAfter: (serialNumber: string, moment: number): number =>
      everyone(({ heard }) => (heard.get(serialNumber)?.lastSeen ?? 0) >= moment).filter(Boolean).length,
    /** How often each socket was told that this machine fell silent. */
    silences: (serialNumber: string): number[] => everyone(({ heard }) => heard.get(serialNumber)?.silences ?? 0),
    /** How often a socket was lost, or was told to load again, while measuring. */
    interruptions: (): number => everyone(({ state }) => state.interruptions).reduce((a, b) => a + b, 0),
    connected: (): number => everyone(({ live }) => live.connected()).filter(Boolean).length,
    close: (): void => {
      for (const { live } of watchers) live.close();
    },
  };
};
export type WatcherFleet = Awaited<ReturnType<typeof openWatchers>>;
