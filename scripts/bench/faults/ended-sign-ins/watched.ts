import { io, type Socket } from "socket.io-client";
import { pause } from "../../../simulator/pause.ts";

const everyMs = 250;
const rooms = ["machines", "live-status", "users", "attention", "alarms", "machine-names"];

export type Called = readonly [method: string, path: string, body?: object];
export interface Answer {
  status: number;
  body: object;
}

/** One call of the API; status 0 where nothing was answered. */
export const callAt = async (url: string, token: string, [method, path, body]: Called): Promise<Answer> => {
  try {
    const answer = await fetch(`${url}/api/v1.2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(25_000),
    });
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as object };
  } catch {
    return { status: 0, body: {} };
  }
};

/** What a sign-in reads and writes at a gateway, again and again, and what its socket there hears; times of this process. */
export const watchSignIn = (url: string, token: string, calls: () => Called[]) => {
  const ending = new AbortController();
  const answered: { begunAt: number; endedAt: number; status: number }[] = [];
  const heard: { name: string; at: number }[] = [];
  const connected: number[] = [];
  const repeat = async (nth: number): Promise<void> => {
    while (await pause(everyMs * (0.5 + Math.random()), ending.signal)) {
      const call = calls()[nth];
      if (!call) return;
      const begunAt = performance.now();
      const { status } = await callAt(url, token, call);
      answered.push({ begunAt, endedAt: performance.now(), status });
    }
  };
  for (const nth of calls().keys()) void repeat(nth);
  const socket: Socket = io(url, {
    transports: ["websocket"],
    auth: { token },
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 400,
  });
  socket.onAny((name: string) => heard.push({ name, at: performance.now() }));
  socket.on("connect", () => {
    connected.push(performance.now());
    socket.emit("join", rooms, () => undefined);
  });
  return {
    answered,
    heard,
    connected,
    isOpen: () => socket.connected,
    stop: (): void => {
      ending.abort();
      socket.close();
    },
  };
};
export type Watched = ReturnType<typeof watchSignIn>;
