import { ObjectId } from "mongodb";
import { pause } from "../../simulator/pause.ts";
import { type ClockHouse, type LinedMachine, withClockHouse } from "./clock-house.ts";
import { atMost, exactly, type Fault, type Figure } from "./fault.ts";

const stallMs = 12_000;
/** How long after the press the line stalls: before the command is on it, or behind it. */
const stallsAfter = [0, 0, 0, 0, 30, 60, 90, 150];

/** Presses Open, has the line stall, and presses Resend as soon as the console says that it failed. */
const provoke = async ({ mongo, open, results, resend, until }: ClockHouse, machine: LinedMachine, afterMs: number) => {
  const pressed = performance.now();
  if (afterMs === 0) machine.line.stall();
  const first = await open(machine, ["1"]);
  await pause(afterMs - (performance.now() - pressed));
  machine.line.stall();
  const released = pause(stallMs).then(machine.line.release);
  const isOver = async (id: string) => !["queued", "running"].includes((await results(id)).status);
  await until("the first one's end", async () => (await isOver(first)) || machine.unit.openings.length > 0);
  await until(
    "its row's end",
    async () => !["queued", "sent", "acknowledged"].includes((await results(first)).rows[0] ?? ""),
  );
  const [row] = await mongo.collections.sessionRows.find({ session: new ObjectId(first) }).toArray();
  const toldMs = (row?.endedAt?.getTime() ?? 0) - (row?.sentAt?.getTime() ?? 0);
  const failed = (await results(first)).rows[0] === "timeout";
  const second = failed ? await resend(first) : null;
  await released;
  if (second) await until("the second one's end", () => isOver(second), 180_000);
  await pause(2_000);
  return { toldMs, failed };
};

export const fault: Fault = {
  promise: "a line that stalls for 12 s, and an operator who resends, open a door by one command alone",
  run: async (say) => {
    const wishes = { gateways: [0], workers: [0, 0], machines: stallsAfter.length };
    return withClockHouse(wishes, say, async (house) => {
      const figures: Figure[] = [];
      const outcomes = await Promise.all(house.machines.map((one, i) => provoke(house, one, stallsAfter[i] ?? 0)));
      const openings = house.machines.map(({ unit }) => unit.openings);
      const failed = outcomes.filter((outcome) => outcome.failed);
      say(`${failed.length} of ${outcomes.length} were told that the door was not acknowledged, and gave it again`);
      const lateMs = openings.flat().map(({ at, expiresAt }) => at - expiresAt);
      const unheard = outcomes.flatMap(({ failed: yes }, i) =>
        yes && stallsAfter[i] === 0 ? [openings[i] ?? []] : [],
      );
      const many = unheard.filter((of) => new Set(of.map(({ commandId }) => commandId)).size > 1).length;
      figures.push(exactly("doors opened by both commands", many, 0));
      figures.push(
        exactly("doors that the second command did not open", unheard.filter((of) => of.length === 0).length, 0),
      );
      figures.push(exactly("doors opened late", lateMs.filter((ms) => ms >= 0).length, 0));
      figures.push(
        atMost("from the sending to its reason", Math.max(...failed.map(({ toldMs }) => toldMs)), 13_000, "ms"),
      );
      return figures;
    });
  },
};
