import { cancelSession } from "#shared/control-units/control-unit.api.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom } from "../../simulator/random.ts";
import { judge } from "../../walks/commands/judge.ts";
import type { ReplicaSet } from "../replica-set.ts";
import { type ClockHouse, type LinedMachine, withClockHouse } from "./clock-house.ts";
import { exactly, type Fault, type Figure } from "./fault.ts";

const defaultSeconds = 60;
const machines = 10;
/** Of the processes' clocks, in milliseconds. */
const clocks = { gateways: [0, -15_000, 900], workers: [15_000, -3_000] };
/** Rows wait so long for their door to be closed, at most; a stock update's is not played here. */
const calmWithinMs = 180_000;
const sessionsKept = 12;

/** A door that moved by an earlier command when a later one was out already: both were alive. */
const byTwoLiveCommands = async ({ mongo, machines: all }: ClockHouse): Promise<string[]> => {
  const sent = await mongo.collections.commands.find({ sentAt: { $ne: null }, type: "open" }).toArray();
  const sentAt = new Map(sent.map((command) => [command._id, command.sentAt?.getTime() ?? 0]));
  return all.flatMap(({ unit }) =>
    unit.openings.flatMap(({ commandId, channel, at }) => {
      const mine = sentAt.get(commandId) ?? 0;
      const later = sent.filter(
        ({ _id, serialNumber, channels }) =>
          serialNumber === unit.serialNumber && channels.includes(channel) && (sentAt.get(_id) ?? 0) > mine,
      );
      return later.some(({ _id }) => (sentAt.get(_id) ?? 0) < at)
        ? [`${unit.serialNumber}/${channel} ${commandId}`]
        : [];
    }),
  );
};

const openedTwice = ({ machines: all }: ClockHouse): string[] =>
  all.flatMap(({ unit }) => {
    const words = unit.openings.map(({ commandId, channel }) => `${unit.serialNumber}/${channel} ${commandId}`);
    return words.filter((word, i) => words.indexOf(word) !== i);
  });

/** Draws what happens next until it is over; what it broke it mends by itself. */
const stir = async (house: ClockHouse, seed: string, ms: number) => {
  const random = createRandom(seed);
  const { machines: all, gateways, workers, set, call } = house;
  const given: string[] = [];
  const done = new Map<string, number>();
  const busy = new Set<string>();
  const mending: Promise<unknown>[] = [];

  /** One trouble at a time for each thing. */
  const alone = async (what: string, trouble: () => Promise<unknown>): Promise<void> => {
    if (busy.has(what)) return;
    busy.add(what);
    await trouble().finally(() => busy.delete(what));
  };
  const keep = (sessionId: string) => {
    given.push(sessionId);
    if (given.length > sessionsKept) given.shift();
  };
  const anyGateway = () => random.whole(0, gateways.length - 1);
  const killed = (kind: string, rooms: { kill(): Promise<void>; start(): Promise<void> }[]) => () => {
    const place = random.whole(0, rooms.length - 1);
    const away = random.between(300, 3_000);
    return alone(`${kind} ${place}`, async () => {
      await rooms[place]?.kill();
      await pause(away);
      await rooms[place]?.start();
    });
  };
  const stalled = async () => {
    const { line, unit } = random.pick(all);
    const forMs = random.between(500, 14_000);
    await alone(unit.serialNumber, async () => {
      line.stall();
      await pause(forMs);
      line.release();
    });
  };
  const moved = async () => {
    const machine: LinedMachine = random.pick(all);
    const to = anyGateway();
    await alone(machine.unit.serialNumber, async () => {
      machine.at = to;
      await machine.line.move();
    });
  };
  const frozenGateway = () => {
    const forMs = random.between(300, 4_000);
    return alone("gateway 0", async () => {
      gateways[0]?.freeze();
      await pause(forMs);
      gateways[0]?.thaw();
    });
  };
  /** To the primary, so that it is felt: of three members the others go on, one of them as primary if it takes long. */
  const primaryIs = (trouble: (primary: ReplicaSet["members"][number], forMs: number) => Promise<void>) => () => {
    const forMs = random.between(300, 15_000);
    return alone("primary", async () => trouble(await set.primary(), forMs));
  };
  const killedPrimary = primaryIs(async (primary, forMs) => {
    await primary.kill();
    await pause(forMs);
    await primary.start();
  });
  const frozenPrimary = primaryIs(async (primary, forMs) => {
    primary.freeze();
    await pause(forMs);
    primary.thaw();
  });
  const open = async () => {
    const first = random.whole(1, 4);
    const containers = random.chance(0.5) ? [String(first)] : [String(first), String(first + 1)];
    keep(await house.open(random.pick(all), containers, anyGateway()));
  };
  const deeds: [string, number, () => Promise<unknown>][] = [
    ["open", 40, open],
    ["resend", 25, async () => given.length > 0 && keep(await house.resend(random.pick(given), anyGateway()))],
    ["cancel", 5, async () => given.length > 0 && call(cancelSession, random.pick(given), anyGateway())],
    ["stall", 14, stalled],
    ["move", 5, moved],
    ["kill a gateway", 2, killed("gateway", gateways)],
    ["kill a worker", 3, killed("worker", workers)],
    ["freeze a gateway", 2, frozenGateway],
    ["freeze the primary", 1, frozenPrimary],
    ["kill the primary", 2, killedPrimary],
  ];
  const urn = deeds.flatMap(([name, times, deed]) => Array.from({ length: times }, () => ({ name, deed })));
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const { name, deed } = random.pick(urn);
    done.set(name, (done.get(name) ?? 0) + 1);
    // Whom nobody answers, or who is refused, has nothing begun.
    mending.push(deed().catch(() => undefined));
    await pause(random.between(20, 400));
  }
  await Promise.all(mending);
  return done;
};

export const fault: Fault = {
  promise:
    "whatever stalls, moves, freezes or is killed, the primary among it, by whatever clocks: no door late, twice or by two commands",
  run: async (say, size = defaultSeconds) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}, ${size} s; SEED=${seed} npm run faults -- interleavings=${size} draws the same lots again`);
    return withClockHouse({ ...clocks, machines }, say, async (house) => {
      const figures: Figure[] = [];
      const done = await stir(house, seed, size * 1_000);
      say([...done].map(([name, times]) => `${name} ${times}`).join(", "));
      const units = house.machines.map(({ unit }) => unit);
      const wrongs = () => judge(house.mongo, units);
      const goingOn = async () => {
        const { rowsWithoutEnd, sessionsWithoutEnd } = await wrongs();
        return [
          ...rowsWithoutEnd.map((row) => `row ${row} goes on`),
          ...sessionsWithoutEnd.map((session) => `session ${session}`),
          ...units.flatMap(({ serialNumber, unsaid }) =>
            unsaid().map((said) => `${serialNumber} has no PUBACK for ${said}`),
          ),
        ];
      };
      const isCalm = async () => (await goingOn()).length === 0;
      await house.until("everything has ended", isCalm, calmWithinMs).catch(async (error: unknown) => {
        say(`${String(error)}: ${(await goingOn()).join("; ")}`);
      });
      const found = { ...(await wrongs()), openedTwice: openedTwice(house), byTwo: await byTwoLiveCommands(house) };
      for (const [what, culprits] of Object.entries(found))
        if (culprits.length > 0) say(`${what}: ${culprits.join("; ")}`);
      const openings = units.reduce((sum, unit) => sum + unit.openings.length, 0);
      say(`${openings} doors opened, ${units.reduce((sum, unit) => sum + unit.stored.length, 0)} facts acknowledged`);
      figures.push(
        exactly("doors opened late", found.openedAfterExpiry.length, 0),
        exactly("doors opened twice by one command", found.openedTwice.length + found.commandedTwice.length, 0),
        exactly("doors opened while two commands were alive", found.byTwo.length, 0),
        exactly("acknowledged facts missing", found.factsLost.length, 0),
        exactly("sessions and rows without an end", found.sessionsWithoutEnd.length + found.rowsWithoutEnd.length, 0),
      );
      return figures;
    });
  },
};
