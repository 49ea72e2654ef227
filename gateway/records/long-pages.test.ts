import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { connectBeatingUnit } from "../testing/control-unit.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile, addRegion, addUnit } from "../testing/network.ts";
import { signedInAt } from "../testing/operator.ts";

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
  if (query !== "" && !query.startsWith("?upTo")) expect(text.length).toBeLessThan(300_000);
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
  await eventually(async () => expect(await get("?upTo=2000")).toMatchObject({ liveStatus: [], total: 2_001 }));
  expect((await get()).liveStatus).toHaveLength(2_001);

  const first = await page("");
  expect(first.counts).toEqual({ Online: 0, Offline: 0, Unavailable: 2_001 });
  expect(first.liveStatus).toMatchObject({ total: 2_001, pages: 81, activePage: 1 });
  expect(namesOf(first).slice(0, 4)).toEqual(["Airport", "Metro 1", "Metro 2", "Metro 3"]);
  expect(namesOf(await page("page=81"))).toEqual(["Metro 2000"]);
  expect(namesOf(await page("sort=-name")).slice(0, 2)).toEqual(["Metro 2000", "Metro 1999"]);
  expect(namesOf(await page("sort=-vendingMachineId")).at(0)).toBe("Metro 2000");
  expect(namesOf(await page("name=metro 199&vendingMachineId=m-1999"))).toEqual(["Metro 1999"]);
  expect(namesOf(await page("q=M-1999%20metro"))).toEqual(["Metro 1999"]);
  const [one, other] = first.liveStatus.machines as LiveStatusRow[];
  const both = await page(`machines=${other?._id},${one?._id},${one?._id}`);
  expect(namesOf(both)).toEqual(["Airport", "Metro 1"]);
  expect(both.counts).toEqual({ Online: 0, Offline: 0, Unavailable: 2 });

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
  await eventually(async () => expect((await get("?upTo=2000")).liveStatus).toHaveLength(2_000));
});

/** Adds one machine more than are listed whole; the test removes it. */
const oneMore = async (options: Parameters<typeof addMachine>[1]) => {
  const machine = await addMachine(gateway.parts, options);
  onTestFinished(async () => void (await gateway.stores.machines.deleteOne({ _id: machine._id })));
  return machine;
};
const read = async (path: string) => {
  const { status, body, text } = await (await signedInAt(gateway)).get(path);
  expect(status, text).toBe(200);
  expect(text.length).toBeLessThan(300_000);
  return body;
};

test("of more machines those without a unit are found by words, and listed whole to whoever does not say how many", async () => {
  const free = await oneMore({ name: "Pier free", vendingMachineId: "PIER-77" });
  const taken = await oneMore({ name: "Pier taken", vendingMachineId: "PIER-7" });
  const unit = await addUnit(gateway.parts, taken, { authorised: false });
  const found = async () => namesOf(await page("free=true&q=pier&sort=name"));
  const path = "/vending-machines/available-vending-machines-registration";
  const listed = async () => {
    const { vendingMachines } = (await (await signedInAt(gateway)).get(path)).body;
    return vendingMachines.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith("Pier"));
  };

  await eventually(async () =>
    expect(await read(`${path}?upTo=2000`)).toMatchObject({ vendingMachines: [], total: 2_002 }),
  );
  await eventually(async () => expect([await found(), await listed()]).toEqual([["Pier free"], ["Pier free"]]));
  // The one that is called so comes first: of many that contain it a field offers five.
  expect(namesOf(await page("q=pier-7&sort=name"))).toEqual(["Pier taken", "Pier free"]);
  await gateway.stores.units.updateOne({ _id: unit._id }, { $set: { machine: free._id } });
  await eventually(async () => expect([await found(), await listed()]).toEqual([["Pier taken"], ["Pier taken"]]));
});

test("Home of more machines is found by words and states, counted with its stock, the newest outage first", async () => {
  const [cola, lime] = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
  const profile = await addProfile(gateway.parts, { name: "Kochi Prices" });
  await addRegion(gateway.parts, { region: "Aluva", profiles: [profile._id] });
  const machine = await oneMore({ name: "Quay", profile: profile._id, active: false });
  await addContainer(gateway.parts, machine, 1, { product: cola._id, isEmpty: false });
  await addContainer(gateway.parts, machine, 2, { product: lime._id, isEmpty: true });
  await addContainer(gateway.parts, machine, 3, { product: cola._id, isWorking: false });
  const home = (query = "") => read(`/vending-machines/pages?${query}`);
  const names = ({ vendingMachines }: { vendingMachines: { machines: { name: string }[] } }) =>
    vendingMachines.machines.map(({ name }) => name);

  const few = await read("/vending-machines?upTo=2000");
  expect(few).toMatchObject({ vendingMachines: [], total: 2_001 });
  const counts = { All: 2_001, Offline: 0, Unavailable: 2_001, "Sold out": 1, Failures: 1, Deactive: 1, Online: 0 };
  await eventually(async () =>
    expect(await home()).toMatchObject({ all: 2_001, counts, soldOutBrands: 1, failures: 1 }),
  );
  const first = await home();
  expect(first.vendingMachines).toMatchObject({ total: 2_001, pages: 81 });
  // The emptiest first; of those without containers the names decide.
  expect(names(first).slice(0, 3)).toEqual(["Quay", "Metro 1", "Metro 1a"]);
  expect(first.vendingMachines.machines[0].stock).toEqual({
    stocked: 1,
    containers: 3,
    failures: 1,
    soldOut: [lime.brand],
  });
  const byState = ["state=Sold%20out", "state=Failures", "state=Deactive"];
  for (const query of ["q=quay%20ALUVA", "q=kochi", `machines=${machine._id}`, ...byState])
    expect(names(await home(query))).toEqual(["Quay"]);

  // What is critical stands before all that is not offline, and a warning before what is online alone.
  const last = await gateway.stores.machines.find({ name: { $in: ["Metro 1999", "Metro 2000"] } }).toArray();
  const [warned, alarmed] = last.map(({ _id }) => _id);
  const alarms = [
    anAlarm({ machine: alarmed ?? null, kind: "door-open" }),
    anAlarm({ machine: warned ?? null, kind: "door-open", severity: "warning" }),
  ];
  await gateway.stores.alarms.insertMany(alarms);
  onTestFinished(async () => void (await gateway.stores.alarms.deleteMany({})));
  expect(names(await home()).slice(0, 2)).toEqual(["Metro 2000", "Quay"]);

  const unit = await addUnit(gateway.parts, machine);
  const client = await connectBeatingUnit(gateway, unit);
  await client.beat(-60, new Date(gateway.clock.now()));
  await eventually(async () => expect(names(await home("state=Online"))).toEqual(["Quay"]));
  await client.end();
  gateway.clock.advance(76_000);
  expect(names(await home()).at(0)).toBe("Quay");
  await gateway.stores.containers.updateOne({ machine: machine._id, channel: 2 }, { $set: { isEmpty: false } });
  await eventually(async () => expect((await home()).counts["Sold out"]).toBe(0));
});

test("the inventory of more machines is found, ordered and summed by the server", async () => {
  const [cola, lime] = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
  const full = await oneMore({ name: "Metro 900b", vendingMachineId: "B-1" });
  const empty = await oneMore({ name: "Metro 900c", vendingMachineId: "C-1" });
  await addContainer(gateway.parts, full, 1, { product: cola._id, isEmpty: false });
  await addContainer(gateway.parts, full, 2, { product: lime._id, isEmpty: false });
  await addContainer(gateway.parts, empty, 1, { product: cola._id, isEmpty: true });
  const pivot = (query = "") => read(`/containers/all/pages?${query}`);
  const names = ({ inventory }: { inventory: { machines: { vendingMachineName: string }[] } }) =>
    inventory.machines.map(({ vendingMachineName }) => vendingMachineName);

  await eventually(async () =>
    expect(await read("/containers/all?upTo=2000")).toMatchObject({ stockData: [], total: 2_002 }),
  );
  await eventually(async () => expect(await pivot()).toMatchObject({ all: 2_002, soldOut: 1 }));
  const first = await pivot();
  expect(first.uniqueBrands).toEqual([cola.brand, lime.brand].sort());
  expect(first.sums).toMatchObject({ totalContainers: 3, totalAssignedContainers: 3 });
  expect(first.sums.brands[cola.brand]).toEqual({ assignedContainers: 2, empty: 1, inStock: 1, disabled: 0 });
  expect(names(first).slice(0, 2)).toEqual(["Metro 900c", "Metro 1"]);
  expect(names(await pivot("only=sold-out"))).toEqual(["Metro 900c"]);
  expect(names(await pivot(`only=sold-out&brands=${encodeURIComponent(JSON.stringify([lime.brand]))}`))).toEqual([]);
  expect(names(await pivot(`sort=-inStock.${encodeURIComponent(lime.brand)}`)).at(0)).toBe("Metro 900b");
  expect(names(await pivot("sort=-total")).slice(0, 2)).toEqual(["Metro 900b", "Metro 900c"]);
  const found = await pivot("q=b-1&sort=-name");
  expect(names(found)).toEqual(["Metro 900b"]);
  expect(found.sums).toMatchObject({ totalContainers: 2 });
  expect(await pivot(`machines=${empty._id}`)).toMatchObject({ sums: { totalContainers: 1 }, soldOut: 1, all: 2_002 });
});

test("more registered units are found, ordered and counted by the server, with when each was heard", async () => {
  const many = Array.from({ length: 2_000 }, (_, n) =>
    aUnit(null, { serialNumber: `RG-${n + 1}`, name: `Pillar ${n + 1}`, registeredAt: new Date(n * 1_000) }),
  );
  await gateway.stores.units.insertMany(many);
  const machine = await oneMore({ name: "Tower" });
  const unit = await addUnit(gateway.parts, machine, { name: "Zoo" });
  const client = await connectBeatingUnit(gateway, unit);
  onTestFinished(client.end);
  const path = "/vending-machines/all-registered-vending-machines";
  const list = (query = "") => read(`${path}/pages?${query}`);
  const serials = ({ units }: { units: { vendingMachines: { serialNumber: string }[] } }) =>
    units.vendingMachines.map(({ serialNumber }) => serialNumber);

  await eventually(async () => expect(await read(`${path}?upTo=2000`)).toMatchObject({ vendingMachines: [] }));
  await eventually(async () => expect((await list()).counts.all).toBe(await gateway.stores.units.countDocuments()));
  const first = await list();
  expect(serials(first).slice(0, 2)).toEqual(["RG-1", "RG-2"]);
  expect(serials(await list("sort=-name")).at(0)).toBe(unit.serialNumber);
  expect(serials(await list("serialNumber=rg-199&name=pillar%201990"))).toEqual(["RG-1990"]);

  await client.beat(-61, new Date(gateway.clock.now()));
  await eventually(async () =>
    expect((await list(`name=zoo`)).units.vendingMachines).toMatchObject([
      { serialNumber: unit.serialNumber, strength: -61, lastSeenOnline: new Date(gateway.clock.now()).toISOString() },
    ]),
  );
  await gateway.stores.units.updateOne({ serialNumber: "RG-7" }, { $set: { authorised: false } });
  await eventually(async () =>
    expect(serials(await list("permission=Unauthorized&serialNumber=rg-7"))).toEqual(["RG-7"]),
  );
  expect(serials(await list("sort=-permission&serialNumber=rg-")).at(0)).toBe("RG-7");
});

test("what is no page is refused by its name", async () => {
  const operator = await signedInAt(gateway);
  for (const [path, named] of [
    ["vending-machines/live-status/pages?sort=colour", "sort"],
    ["vending-machines/live-status/pages?state=Asleep", "state"],
    ["vending-machines/pages?machines=1", "machines"],
    ["containers/all/pages?sort=inStock", "sort"],
    ["containers/all/pages?brands=Cola", "brands"],
    ["vending-machines?upTo=some", "upTo"],
  ]) {
    const { status, body } = await operator.get(`/${path}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(named ?? "")]);
  }
});
