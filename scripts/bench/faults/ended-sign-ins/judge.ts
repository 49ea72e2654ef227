import { atLeast, atMost, exactly, type Figure } from "../../command-line.ts";
import { madeStaff } from "./acts.ts";
import type { Watched } from "./watched.ts";

/** A call that waits for the stores is answered within. */
const answeredWithinMs = 6_000;
const heardWithinMs = 1_500;

export interface Ended {
  name: string;
  status: number;
  /** When it was tried first, and when it was answered that it is done; by this process's clock in milliseconds. */
  begunAt: number;
  overAt: number;
  /** How much later the second gateway's socket hears, in milliseconds. */
  lateMs: number;
  /** What its operator changed after the answer, in milliseconds. */
  writtenMs: number[];
}

/** What a sign-in that is over still read, wrote and heard, at each gateway. */
export const judge = (round: string, watched: Watched[], ended: Ended): Figure[] => {
  const { name, status, begunAt, overAt, lateMs, writtenMs } = ended;
  const what = `${round}, ${name}`;
  const atGateways = watched.flatMap(({ answered, heard, connected, isOpen }, at): Figure[] => {
    const of = `${what}, gateway ${at}`;
    const done = answered.filter((call) => call.status === 200);
    const later = done.filter((call) => call.begunAt > overAt);
    const stillMs = Math.max(0, ...done.map((call) => call.endedAt - overAt));
    const heardMs = Math.max(0, ...heard.map((event) => event.at - overAt));
    const reloads = heard.filter((event) => event.name === "reload" && event.at > begunAt);
    const calls = [
      atLeast(`${of}: calls that were done before`, done.length - later.length, 3),
      exactly(`${of}: calls begun after it that were done`, later.length, 0),
      atMost(`${of}: calls begun before it were done until`, stillMs, answeredWithinMs, "ms"),
    ];
    if (name === madeStaff) return [...calls, atLeast(`${of}: orders to load again`, reloads.length, 1)];
    return [
      ...calls,
      atMost(`${of}: its socket heard something until`, heardMs, heardWithinMs + (at === 0 ? 0 : lateMs), "ms"),
      exactly(`${of}: sockets that came in after it`, connected.filter((when) => when > overAt).length, 0),
      exactly(`${of}: sockets that are open`, Number(isOpen()), 0),
    ];
  });
  return [
    exactly(`${what}: answered`, status, 200),
    ...atGateways,
    atMost(`${what}: something was changed by it until`, Math.max(0, ...writtenMs), answeredWithinMs, "ms"),
  ];
};
