import { readMe } from "#shared/auth/auth.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { machineStatus, silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { until } from "#shared/testing/eventually.ts";
import { createLiveClient } from "../../web/live/live-client.ts";
import { openLiveStatusPage } from "../integration/live-status-page.ts";
import { createCaller } from "../simulator/operator.ts";
import { pause } from "../simulator/pause.ts";

const consoles = 8;
const callEveryMs = 250;
/** One call in this many reads the live status, the others who is signed in. */
const readsOneIn = 4;
const givenUpMs = 10_000;
const joinEveryMs = 500;

/** What operators noticed since `begin`. */
export interface Noticed {
  calls: number;
  failed: number;
  /** From the first call that failed until the first one after the last of them, in ms. */
  failedMs: number;
  slowestMs: number;
  /** The longest time in which one of the sockets answered nothing, in ms, and how many were silent for over 2 s. */
  silentMs: number;
  silentSockets: number;
  /** At an open page, or at an answer; and those that called a machine that is on anything but online. */
  looks: number;
  falselyOffline: number;
}

/** Operators with open consoles, who use one address, and know which machines are on. */
export const openNoticing = async (url: string, token: string, isOn: (serialNumber: string) => boolean) => {
  const operator = createCaller(url, token);
  let calls: { at: number; ms: number; isGood: boolean }[] = [];
  let silences: number[] = [];
  let [looks, falselyOffline] = [0, 0];

  const judge = (rows: readonly LiveStatusRow[]): void => {
    const isFalse = ({ serialNumber, lastSeenOnline }: LiveStatusRow) => {
      if (serialNumber === null || !isOn(serialNumber)) return false;
      const lastSeen = lastSeenOnline === null ? null : Date.parse(lastSeenOnline);
      return machineStatus({ hasUnit: true, lastSeen }, Date.now()) !== "Online";
    };
    looks += 1;
    if (rows.some(isFalse)) falselyOffline += 1;
  };
  const page = openLiveStatusPage({ url, token, silentAfterSeconds });
  const sockets = Array.from({ length: consoles }, () => createLiveClient({ url, token: () => token }));
  for (const socket of sockets) socket.connect();
  const areConnected = () => page.loaded() && sockets.every((socket) => socket.connected());
  await until("the consoles to be connected", areConnected, 60_000);

  const ending = new AbortController();
  const read = async (): Promise<void> => judge((await operator.call(readLiveStatus, {})).liveStatus);
  const call = async (nth: number): Promise<void> => {
    const at = performance.now();
    const work = nth % readsOneIn === 0 ? read() : operator.call(readMe, {});
    const isGood = await Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      pause(givenUpMs).then(() => false),
    ]);
    calls.push({ at, ms: performance.now() - at, isGood });
  };
  const running = (async () => {
    for (let nth = 0; await pause(callEveryMs, ending.signal); nth += 1) {
      void call(nth);
      if (nth % readsOneIn === 0) judge(page.rows());
    }
  })();
  const answeredAt = sockets.map(() => performance.now());
  const longest = (at: number): void => {
    silences[at] = Math.max(silences[at] ?? 0, performance.now() - (answeredAt[at] ?? 0));
  };
  const joining = setInterval(() => {
    for (const [at, socket] of sockets.entries())
      socket.join(socket, ["live-status"]).then(
        () => {
          longest(at);
          answeredAt[at] = performance.now();
        },
        () => undefined,
      );
  }, joinEveryMs);

  return {
    begin: (): void => {
      calls = [];
      silences = [];
      [looks, falselyOffline] = [0, 0];
    },
    read: (): Noticed => {
      for (const at of sockets.keys()) longest(at);
      const known = [...calls].sort((one, other) => one.at - other.at);
      const first = known.findIndex(({ isGood }) => !isGood);
      const last = known.findLastIndex(({ isGood }) => !isGood);
      const ended = known[last + 1]?.at ?? performance.now();
      return {
        calls: known.length,
        failed: known.filter(({ isGood }) => !isGood).length,
        failedMs: first < 0 ? 0 : ended - (known[first]?.at ?? ended),
        slowestMs: Math.max(0, ...known.map(({ ms }) => ms)),
        silentMs: Math.max(0, ...silences),
        silentSockets: silences.filter((ms) => ms > 2_000).length,
        looks,
        falselyOffline,
      };
    },
    stop: async (): Promise<void> => {
      ending.abort();
      await running;
      clearInterval(joining);
      page.close();
      for (const socket of sockets) socket.close();
    },
  };
};
export type Noticing = Awaited<ReturnType<typeof openNoticing>>;
