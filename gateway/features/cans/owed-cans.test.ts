import type { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../testing/network.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

let gateway: GatewayUnderTest;
let staff: SignedInOperator;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
  staff = await signedInAt(gateway);
});
afterAll(() => gateway?.stop());

test("what machines owe to customers is added up per machine and brand, by an index", async () => {
  const [here, there] = [await addMachine(gateway.parts), await addMachine(gateway.parts)];
  const cola = await addProduct(gateway.parts, { brand: "Cola" });
  const lime = await addProduct(gateway.parts);
  const set = (user: ObjectId, vendingMachine: string, brand: string, cans: number, totalCans: number) =>
    staff.put(`/cans/${user}`, { vendingMachine, brand, cans, totalCans });
  const [one, two] = [await addPerson(gateway.parts), await addPerson(gateway.parts)];
  await set(one._id, here.vendingMachineId, cola.brand, 2, 2);
  await set(one._id, there.vendingMachineId, cola.brand, 1, 3);
  await set(two._id, here.vendingMachineId, cola.brand, 4, 4);
  await set(two._id, here.vendingMachineId, lime.brand, 1, 5);
  await set(two._id, here.vendingMachineId, lime.brand, 0, 4);
  const owedAt = async (query: string) => (await staff.get(`/cans/owed${query}`)).body.owed;
  const atHere = { vendingMachine: `${here._id}`, product: `${cola._id}`, brand: "Cola", cans: 6 };

  expect(await owedAt(`?vendingMachine=${here.vendingMachineId}`)).toEqual([atHere]);
  expect(await owedAt("?vendingMachine=all")).toEqual(
    expect.arrayContaining([atHere, { ...atHere, vendingMachine: `${there._id}`, cans: 1 }]),
  );
  expect((await staff.get("/cans/owed?vendingMachine=VM-NONE")).status).toBe(404);
  const plan = await gateway.parts.mongo.collections.cans
    .find({ "current.machine": here._id, totalCans: { $gt: 0 } })
    .hint("owedAt")
    .explain("executionStats");
  expect(plan.executionStats).toMatchObject({ totalKeysExamined: 2, totalDocsExamined: 2 });
});
