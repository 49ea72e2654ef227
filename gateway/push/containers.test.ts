import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile } from "../testing/network.ts";
import { setUpOperator } from "../testing/operator.ts";
import { setUpWatchers, type Watcher } from "../testing/watcher.ts";

let cola: ProductDocument;
let machine: MachineDocument;
let channel = 0;
const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  cola = await addProduct(gateway.parts, { brand: "Kochi Cola" });
  const profile = await addProfile(gateway.parts, { brands: [aBrandEntry(cola)] });
  machine = await addMachine(gateway.parts, { profile: profile._id });
});

const container = (options: Partial<ContainerDocument> = {}) => {
  channel += 1;
  return addContainer(gateway.parts, machine, channel, options);
};
const room = () => `containers/${machine._id}`;
const views = ({ heard }: Watcher, wanted: string) =>
  heard.flatMap(({ name, payload }) => (name === wanted ? [(payload as { view: object }).view] : []));
const waitFor = async (watcher: Watcher, name: string, view: object) =>
  eventually(() => expect(views(watcher, name)).toContainEqual(expect.objectContaining(view)));

test("two operators on one machine see each other's edits, brand and all, newer than what they loaded", async () => {
  const one = await container();
  const theirs = await watchers.watchAs([room()]);
  const another = await watchers.watchAs([room()]);
  const elsewhere = await watchers.watchAs([`containers/${new ObjectId()}`]);
  const { asOf } = (await operator.get(`/containers?vendingMachine=${machine._id}`)).body;

  await operator.put(`/containers?id=${one._id}`, { product: `${cola._id}`, _id: `${one._id}`, prevProduct: null });

  for (const watcher of [theirs, another]) {
    await waitFor(watcher, "container.changed", {
      _id: `${one._id}`,
      containerId: one.label,
      product: `${cola._id}`,
      brand: "Kochi Cola",
      rev: 1,
    });
    for (const { name, payload } of watcher.heard)
      if (name !== "reload") expect((payload as { t: string }).t > asOf).toBe(true);
  }
  expect(elsewhere.heard.filter(({ name }) => name !== "reload")).toEqual([]);
});

test("a container is published with the brand that its product was given a moment before", async () => {
  const one = await container({ product: cola._id });
  const watcher = await watchers.watchAs([room()]);

  await operator.put(`/products/${cola._id}`, { brand: "Harbour Cola" });
  await operator.put(`/containers?id=${one._id}`, { isWorking: false });

  await waitFor(watcher, "container.changed", { _id: `${one._id}`, isWorking: false, brand: "Harbour Cola" });
});

test("a new container and a deleted one are published, the deleted one as it was", async () => {
  const watcher = await watchers.watchAs([room()]);

  const one = await container({ label: "77" });
  await operator.delete("/containers", { vendingMachine: `${machine._id}`, container: `${one._id}` });

  await waitFor(watcher, "container.changed", { _id: `${one._id}`, containerId: "77" });
  await waitFor(watcher, "container.removed", {
    _id: `${one._id}`,
    containerId: "77",
    vendingMachine: `${machine._id}`,
  });
});

test("a door that opens is published to the room of its unit", async () => {
  const watcher = await watchers.watchAs(["unit/CU-1"]);
  const said = { receivedAt: new Date(), at: new Date(), connectionNumber: 1, boot: "b", seq: 1 };
  const door = { _id: "CU-1/7", serialNumber: "CU-1", channel: 7, isLocked: true, ...said };
  const { doors } = gateway.stores;

  await doors.insertOne(door);
  await doors.updateOne({ _id: door._id }, { $set: { isLocked: false, seq: 2 } });

  await eventually(() =>
    expect(views(watcher, "door.changed")).toEqual([
      { serialNumber: "CU-1", channel: 7, isLocked: true },
      { serialNumber: "CU-1", channel: 7, isLocked: false },
    ]),
  );
});
