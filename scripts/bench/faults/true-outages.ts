import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import type { MachineEvent } from "../../simulator/machine-events.ts";
import type { Watchers } from "../watchers.ts";

/** A heartbeat on its way; a line that was lost right afterwards may have lost it, too. */
interface Beat {
  at: number;
  isSure: boolean;
}

const lostWithinMs = 3_000;
const silentMs = silentAfterSeconds * 1_000;
/** Another message may have been heard last, up to one heartbeat's time later; the sweep needs a moment. */
const marginMs = 35_000;
const toleratedMs = 1_000;
const settledMs = 10_000;

/** What the units really did, to be held against what operators' sockets were told of it. */
export const createTrueOutages = () => {
  const beats = new Map<string, Beat[]>();
  let from = Number.POSITIVE_INFINITY;

  const judgeUnit = (
    mine: readonly Beat[],
    heard: { lastSeen: number; silences: { at: number; lastSeen: number }[] } | undefined,
  ) => {
    const silences = heard?.silences.filter(({ at }) => at >= from + silentMs + marginMs) ?? [];
    const wasHeard = (lastSeen: number) =>
      mine.some(({ at, isSure }) => isSure && at > lastSeen + toleratedMs && at < lastSeen + silentMs - 5_000);
    const gaps = mine.flatMap((beat, nth) => {
      const before = mine[nth - 1]?.at ?? beat.at;
      return before >= from && beat.at - before > silentMs + marginMs ? [{ since: before, until: beat.at }] : [];
    });
    const announced = ({ since, until }: { since: number; until: number }) =>
      heard?.silences.filter(({ lastSeen }) => lastSeen > since - 2 * marginMs && lastSeen < until).length ?? 0;
    const last = mine.findLast(({ isSure }) => isSure);
    return {
      outages: gaps.length,
      falseAlarms: silences.filter(({ lastSeen }) => wasHeard(lastSeen)).length,
      missed:
        gaps.filter((gap) => announced(gap) !== 1).length +
        Number(last !== undefined && (heard?.lastSeen ?? 0) < last.at - toleratedMs),
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
      if (event.kind === "live") mine.push({ at: event.at, isSure: true });
      const last = mine.at(-1);
      if (last && event.kind === "state" && event.state !== "connected" && Date.now() - last.at < lostWithinMs)
        last.isSure = false;
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
          const { outages, missed, falseAlarms } = judgeUnit(mine, heard.get(serialNumber));
          if (nth === 0) sum.outages += outages;
          sum.missed += missed;
          sum.falseAlarms += falseAlarms;
        }
      return sum;
    },
  };
};
export type Outages = ReturnType<ReturnType<typeof createTrueOutages>["judge"]>;
