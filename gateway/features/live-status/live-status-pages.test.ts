import { beforeAll, expect, test } from "vitest";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway({ standingClock: true });
beforeAll(async () => {
  const many = Array.from({ length: 2_000 }, (_, n) =>
    aMachine({ name: `Metro ${n + 1}`, vendingMachineId: `M-${n + 1}` }),
  );
  await gateway.stores.machines.insertMany(many);
});

/** Signed in anew: the clock moves past the end of an idle sign-in. */
const get = async (query = "") => {
  const { status, body, text } = await (await signedInAt(gateway)).get(`/vending-machines/live-status${query}`);
  expect(status, text).toBe(200);
  if (body.liveStatus.length !== 2_000) expect(text.length).toBeLessThan(300_000);
  return body;
};
const page = (query: string) => get(`/pages?${query}`);
const namesOf = (body: { liveStatus: { machines: LiveStatusRow[] } }) =>
  body.liveStatus.machines.map(({ name }) => name);

test("more than 2,000 machines are found, ordered and counted page by page, as they are at that moment", async () => {
  expect((await get()).liveStatus).toHaveLength(2_000);
  const heard = await addMachine(gateway.parts, { name: "Airport", vendingMachineId: "A-1" });
  const planted = await addUnit(gateway.parts, heard);
  const { serialNumber } = planted;
  await eventually(async () => expect(await get()).toMatchObject({ liveStatus: [], total: 2_001 }));

  const first = await page("");
  expect(first.counts).toEqual({ Online: 0, Offline: 0, Unavailable: 2_001 });
  expect(first.liveStatus).toMatchObject({ total: 2_001, pages: 81, activePage: 1 });
  expect(namesOf(first).slice(0, 4)).toEqual(["Airport", "Metro 1", "Metro 2", "Metro 3"]);
  expect(namesOf(await page("page=81"))).toEqual(["Metro 2000"]);
  expect(namesOf(await page("sort=-name")).slice(0, 2)).toEqual(["Metro 2000", "Metro 1999"]);
  expect(namesOf(await page("sort=-vendingMachineId")).at(0)).toBe("Metro 2000");
  expect(namesOf(await page("name=metro 199&vendingMachineId=m-1999"))).toEqual(["Metro 1999"]);
  const [one, other] = first.liveStatus.machines as LiveStatusRow[];
  expect(namesOf(await page(`machines=${other?._id},${one?._id}`))).toEqual(["Airport", "Metro 1"]);

  const unit = await connectBeatingUnit(gateway, planted);
  await unit.beat(-60, new Date(gateway.clock.now()));
  await eventually(async () => expect((await page("")).counts).toEqual({ Online: 1, Offline: 0, Unavailable: 2_000 }));
  expect((await page("state=Online")).liveStatus).toMatchObject({
    total: 1,
    machines: [{ name: "Airport", status: "Online", strength: -60, serialNumber }],
  });
  expect(namesOf(await page("")).at(0)).toBe("Metro 1");
  expect(namesOf(await page("sort=strength")).slice(0, 2)).toEqual(["Airport", "Metro 1"]);

  await unit.end();
  gateway.clock.advance(76_000);
  expect(namesOf(await page("state=Offline"))).toEqual(["Airport"]);
  expect(namesOf(await page("")).at(0)).toBe("Airport");

  await gateway.stores.machines.updateOne({ _id: heard._id }, { $set: { name: "Metro 1a" } });
  await gateway.stores.machines.deleteOne({ name: "Metro 2" });
  await eventually(async () =>
    expect(namesOf(await page("sort=name")).slice(0, 3)).toEqual(["Metro 1", "Metro 1a", "Metro 3"]),
  );
  await gateway.stores.units.updateOne({ serialNumber }, { $set: { authorised: false } });
  await eventually(async () => expect((await page("")).counts).toEqual({ Online: 0, Offline: 0, Unavailable: 2_000 }));
  await eventually(async () => expect((await get()).liveStatus).toHaveLength(2_000));
});

test("what is no page is refused by its name", async () => {
  const operator = await signedInAt(gateway);
  for (const [query, named] of [
    ["sort=colour", "sort"],
    ["state=Asleep", "state"],
    ["machines=1", "machines"],
  ]) {
    const { status, body } = await operator.get(`/vending-machines/live-status/pages?${query}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(named ?? "")]);
  }
});
