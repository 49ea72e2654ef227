import { beforeAll, expect, test } from "vitest";
import { planned, profiled } from "#shared/runtime/testing/profiled.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { mostFoundOfAKind } from "#shared/search/search.schema.ts";
import { addCommandedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { nothingBeside, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct, addProfile, addRegion, addRequest, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway({ limits: nothingBeside });
beforeAll(() => loadPresence(gateway.parts));

/** Records of each kind: many begin alike, which is the worst case for a search. */
const each = 40;

test("every way of searching reads its index, as many records as it may answer, and sorts nothing", async () => {
  const { mongo } = gateway.parts;
  const operator = await signedInAt(gateway);
  for (let n = 0; n < each; n += 1) {
    const name = `Alike ${n}`;
    const machine = await addMachine(gateway.parts, { name, vendingMachineId: `alike-${n}` });
    await addUnit(gateway.parts, machine, { serialNumber: `alike-${n}` });
    await addRequest(gateway.parts, { serialNumber: `ALIKE-${n}` });
    await addProduct(gateway.parts, { brand: name });
    await addProfile(gateway.parts, { name });
    await addRegion(gateway.parts, { region: name });
    const order = anOrder(aUser(), machine, { orderId: `ALIKE-${n}`, paymentId: `ALIKE-${n}` });
    await mongo.collections.orders.insertOne(order);
    const can = aTransaction(aUser(), machine, { transactionId: `ALIKE-${n}` });
    await mongo.collections.canTransactions.insertOne(can);
  }
  const { machine } = await addCommandedMachine(gateway.parts);
  const body = { vendingMachineId: machine.vendingMachineId, containers: ["1"] };
  const { sessionId } = (await operator.post("/control-units/open", body)).body;
  const answers: Awaited<ReturnType<typeof operator.get>>[] = [];

  const commands = await profiled(
    mongo.db,
    async () => {
      for (const q of ["ALIKE", sessionId.slice(0, 8)]) answers.push(await operator.get(`/search?q=${q}`));
    },
    { ...planned, ns: { $not: /\.(system\.|users$|logins$|doors$)/ } },
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body: { results } }) => results.length)).toEqual([20, 1]);
  const plans = new Set(commands.map(({ ns, planSummary }) => `${ns.replace(/.*\./, "")} ${planSummary}`));
  expect([...plans].sort()).toEqual([
    "canTransactions IXSCAN { transactionId: 1 }",
    "machines IXSCAN { name: 1 }",
    "machines IXSCAN { vendingMachineId: 1 }",
    "orders IXSCAN { orderId: 1 }",
    "orders IXSCAN { paymentId: 1, time: 1, _id: 1 }",
    "productProfiles IXSCAN { name: 1 }",
    "products IXSCAN { brand: 1 }",
    "regions IXSCAN { region: 1 }",
    "registrationRequests IXSCAN { serialNumber: 1 }",
    "sessions IXSCAN { _id: 1 }",
    "units IXSCAN { machine: 1 }",
    "units IXSCAN { serialNumber: 1 }",
  ]);
  expect(Math.max(...commands.map(({ docsExamined = 0 }) => docsExamined))).toBeLessThanOrEqual(mostFoundOfAKind);
  expect(Math.max(...commands.map(({ keysExamined = 0 }) => keysExamined))).toBeLessThanOrEqual(2 * mostFoundOfAKind);
  expect(commands.filter(({ hasSortStage }) => hasSortStage)).toEqual([]);
});
