import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { until } from "#shared/testing/eventually.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { startReplicaSet } from "../../../testing/replica-set.ts";
import type { Killable } from "../../own-servers.ts";

type Set = Awaited<ReturnType<typeof startReplicaSet>>;
type Member = Set["members"][number];

const electedMs = 60_000;

const primaryOf = async ({ members }: Set): Promise<Member | null> => {
  const are = await Promise.all(members.map((one) => one.isPrimary()));
  return members.find((_, at) => are[at]) ?? null;
};
const hasRolledBack = async ({ dbpath }: Member): Promise<boolean> =>
  readdir(join(dbpath, "rollback")).then(
    (found) => found.length > 0,
    () => false,
  );

/** What can happen to a primary; each leaves the set whole again. */
const ways = {
  killed: async (set: Set, primary: Member, random: Random) => {
    await primary.kill();
    await pause(random.between(500, 8_000));
    await primary.start();
    await set.untilWhole();
  },
  "stepped down": async (set: Set, primary: Member) => {
    await primary.request({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 1, force: true }).catch(() => undefined);
    await set.untilWhole();
  },
  /** Once it goes on it is the primary for a moment longer, while another one is already. */
  frozen: async (set: Set, primary: Member, random: Random) => {
    primary.freeze();
    await pause(random.between(6_000, 10_000));
    primary.thaw();
    await set.untilWhole();
  },
  /** It goes on alone for a moment; what it wrote then is gone once the others have elected another one. */
  "rolled back": async (set: Set, primary: Member, random: Random) => {
    // Killed, not frozen: what was sent to them would wait for them in their sockets.
    const others = set.members.filter((one) => one !== primary);
    await Promise.all(others.map((one) => one.kill()));
    await pause(random.between(1_500, 4_000));
    await primary.kill();
    await Promise.all(others.map((one) => one.start()));
    await until("another primary", () => primaryOf(set), electedMs);
    await pause(random.between(1_000, 3_000));
    await primary.start();
    await set.untilWhole();
  },
};
type Way = keyof typeof ways;

/** Primaries come and go, and now and then a process is killed, until `signal`; answers what was done, and the rollbacks. */
export const makeFailovers = async (
  set: Set,
  processes: readonly Killable[],
  random: Random,
  signal: AbortSignal,
): Promise<{ done: string[]; rolledBack: number }> => {
  const done: string[] = [];
  const deck: Way[] = [];
  while (await pause(random.between(2_000, 7_000), signal)) {
    if (random.chance(0.3)) {
      const one = random.pick(processes);
      await one.kill();
      await pause(random.between(0, 3_000));
      await one.start();
      done.push(`${one.name} killed`);
      continue;
    }
    const primary = await primaryOf(set);
    if (!primary) continue;
    if (deck.length === 0) deck.push(...(Object.keys(ways) as Way[]));
    const [way = "killed"] = deck.splice(random.whole(0, deck.length - 1), 1);
    await ways[way](set, primary, random);
    done.push(`${primary.name} ${way}`);
  }
  const back = await Promise.all(set.members.map(hasRolledBack));
  return { done, rolledBack: back.filter(Boolean).length };
};
