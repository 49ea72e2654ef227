import { io, type Socket } from "socket.io-client";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { createHistogram } from "./measure.ts";

const clockMs = () => performance.timeOrigin + performance.now();
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
    const socket: Socket = io(url, { transports: ["websocket"], auth: { token }, forceNew: true });
    let reloads = 0;
    socket.on("reload", () => {
      if (isMeasuring) reloads += 1;
    });
    socket.on("presence.changed", (presences: Presence[]) => {
      const now = clockMs();
      for (const { serialNumber, lastSeen } of presences) {
        const known = heard.get(serialNumber) ?? { lastSeen: 0, silences: 0 };
        if (now - lastSeen > silentMs) known.silences += 1;
        const at = published.get(serialNumber);
        // The first that this socket hears since the heartbeat was sent; `lastSeen` is in whole milliseconds.
        if (isMeasuring && at !== undefined && known.lastSeen < at - 1 && lastSeen >= at - 1) latency.add(now - at);
        known.lastSeen = Math.max(known.lastSeen, lastSeen);
        heard.set(serialNumber, known);
      }
    });
    return { socket, heard, reloads: () => reloads };
  });
  await Promise.all(
    watchers.map(async ({ socket }) => {
      await new Promise<void>((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("connect_error", reject);
      });
      await socket.timeout(10_000).emitWithAck("join", ["live-status"]);
    }),
  );

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
    reloads: (): number => everyone((watcher) => watcher.reloads()).reduce((a, b) => a + b, 0),
    connected: (): number => everyone(({ socket }) => socket.connected).filter(Boolean).length,
    close: (): void => {
      for (const { socket } of watchers) socket.close();
    },
  };
};
export type Watchers = Awaited<ReturnType<typeof openWatchers>>;
