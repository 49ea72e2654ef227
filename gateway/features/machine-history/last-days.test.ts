import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import type { LastDay } from "#shared/machines/machine-history.schema.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { pastOf } from "./testing/planted.ts";

const gateway = setUpGateway({ standingClock: true });
const operator = setUpOperator(gateway);
let now: number;
beforeAll(() => {
  now = gateway.clock.now();
});

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;
const silent = 75 * second;
const moment = (ago: number) => new Date(now - ago).toISOString();
/** A machine that was heard in these intervals; each end is given in time before now. */
const heardIn = async (...times: [from: number, to: number][]): Promise<string> => {
  const machine = await addMachine(gateway.parts);
  const past = pastOf(gateway, machine, now);
  for (const [from, to] of times) await past.heard(from, to);
  return machine._id.toHexString();
};
const read = async (...ids: string[]) => {
  const { status, body } = await operator.get(`/vending-machines/last-day?machines=${ids.join(",")}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body as { machines: LastDay[]; until: string };
};

test("each machine has its gaps of the last 24 hours, as its own history has them", async () => {
  const steady = await heardIn([2 * day, 0]);
  const twice = await heardIn([2 * day, 20 * hour], [10 * hour, 5 * hour], [hour, 0]);
  const gone = await heardIn([2 * day, 30 * hour]);
  const back = await heardIn([3 * day, 40 * hour], [6 * hour, 0]);
  const unknown = new ObjectId().toHexString();

  const { machines, until } = await read(steady, twice, gone, back, unknown);

  expect(until).toBe(moment(0));
  expect(machines).toEqual([
    { _id: steady, since: moment(day), gaps: [] },
    {
      _id: twice,
      since: moment(day),
      gaps: [
        { from: moment(20 * hour - silent), to: moment(10 * hour) },
        { from: moment(5 * hour - silent), to: moment(hour) },
      ],
    },
    { _id: gone, since: moment(day), gaps: [{ from: moment(30 * hour - silent), to: null }] },
    { _id: back, since: moment(day), gaps: [{ from: moment(40 * hour - silent), to: moment(6 * hour) }] },
    { _id: unknown, since: null, gaps: [] },
  ]);
  const history = await operator.get(`/vending-machines/${twice}/history?kind=gap`);
  expect(history.body.measured.gaps).toEqual(machines[1]?.gaps);
});

test("what lies before the first message is not measured", async () => {
  const young = await heardIn([3 * hour, 0]);

  expect((await read(young)).machines).toEqual([{ _id: young, since: moment(3 * hour), gaps: [] }]);
});

test.each([
  ["", 400],
  ["7", 400],
  [Array.from({ length: 51 }, () => "a".repeat(24)).join(","), 400],
  [Array.from({ length: 50 }, () => "a".repeat(24)).join(","), 200],
])("machines=%s is answered %i", async (machines, status) => {
  expect((await operator.get(`/vending-machines/last-day?machines=${machines}`)).status).toBe(status);
});

test("a gap of this minute is none yet", async () => {
  const lately = await heardIn([2 * hour, minute]);

  expect((await read(lately)).machines[0]?.gaps).toEqual([]);
});
