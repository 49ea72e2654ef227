import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import type { MachineEvent } from "../../simulator/machine-events.ts";
import type { Watchers } from "../watchers.ts";

/** A heartbeat on its way, which arrived for certain where the line still stood at the next one. */
interface Beat {
  at: number;
  isSure: boolean;
}

const silentMs = silentAfterSeconds * 1_000;
/** Another message may have been heard last, up to one heartbeat's time later; the sweep needs a moment. */
const marginMs = 35_000;
const toleratedMs = 1_000;
const settledMs = 10_000;
const nothing = { lastSeen: 0, silences: [] };

type Heard = { lastSeen: number; silences: { at: number; lastSeen: number }[] };

/** What the units really did, to be held against what operators' sockets were told of it. */
export const createTrueOutages = () => {
  const beats = new Map<string, Beat[]>();
  const lost = new Set<string>();
  let from = Number.POSITIVE_INFINITY;

  const judgeUnit = (mine: readonly Beat[], { lastSeen: latest, silences }: Heard) => {
    const sure = mine.filter(({ isSure }) => isSure).map(({ at }) => at);
    const steady = silences.filter(({ at }) => at >= from + silentMs + marginMs);
    const isFalse = (lastSeen: number) =>
      sure.some((at) => at > lastSeen + toleratedMs && at < lastSeen + silentMs - 5_000);
    const gaps = mine.flatMap(({ at: until }, nth) => {
      const since = mine[nth - 1]?.at ?? until;
      return since >= from && until - since > silentMs + marginMs ? [{ since, until }] : [];
    });
    const wasAnnounced = ({ since, until }: { since: number; until: number }) => {
      // A message that came later may have been lost with its connection.
      const known = sure.findLast((at) => at <= since) ?? 0;
      return silences.some(({ lastSeen }) => lastSeen > known - toleratedMs && lastSeen < until);
    };
    const twice = new Set(steady.map(({ lastSeen }) => lastSeen)).size < steady.length;
    return {
      outages: gaps.length,
      falseAlarms: steady.filter(({ lastSeen }) => isFalse(lastSeen)).length,
      missed:
        gaps.filter((gap) => !wasAnnounced(gap)).length +
        Number(twice) +
        Number(latest < (sure.at(-1) ?? 0) - toleratedMs),
    };
  };

  return {
    /** What happened before is not judged. */
    start: (): void => {
      from = Date.now();
    },
    note: (serialNumber: string, event: MachineEvent): void => {
      const mine = beats.get(serialNumber) ?? [];
      beats.set(serialNumber, mine);
      if (event.kind === "state" && event.state !== "connected") lost.add(serialNumber);
      if (event.kind !== "live") return;
      const last = mine.at(-1);
      if (last) last.isSure = !lost.has(serialNumber);
      lost.delete(serialNumber);
      mine.push({ at: event.at, isSure: false });
    },
    /**
     * Outages of machines for certainly longer than the 75 s of silence, each of which every socket must have heard of
     * once; that and last heartbeats which a socket missed; and silences of machines that were sending meanwhile. What
     * happened in the last seconds may still be on its way.
     */
    judge: ({ watchers }: Pick<Watchers, "watchers">) => {
      const sum = { outages: 0, missed: 0, falseAlarms: 0 };
      const until = Date.now() - settledMs;
      for (const [serialNumber, all] of beats)
        for (const [nth, { heard }] of watchers.entries()) {
          const mine = all.filter(({ at }) => at < until);
          const { outages, missed, falseAlarms } = judgeUnit(mine, heard.get(serialNumber) ?? nothing);
          if (nth === 0) sum.outages += outages;
          sum.missed += missed;
          sum.falseAlarms += falseAlarms;
        }
      return sum;
    },
  };
};
export type Outages = ReturnType<ReturnType<typeof createTrueOutages>["judge"]>;
