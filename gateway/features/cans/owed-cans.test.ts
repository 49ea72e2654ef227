import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway);

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
  const plan = await gateway.stores.cans
    .find({ "current.machine": here._id, totalCans: { $gt: 0 } })
    .hint("owedAt")
    .explain("executionStats");
  expect(plan.executionStats).toMatchObject({ totalKeysExamined: 2, totalDocsExamined: 2 });
});

test("cans of two products that once shared a name are distinguished by the product; by the name alone they are refused", async () => {
  const { products } = gateway.stores;
  const { vendingMachineId: vendingMachine } = await addMachine(gateway.parts);
  const { _id: user } = await addPerson(gateway.parts, { role: "customer" });
  const put = (body: object) => staff.put(`/cans/${user}`, { vendingMachine, ...body });
  const former = await addProduct(gateway.parts);
  const { brand } = former;
  await put({ brand, cans: 2, totalCans: 2 });
  await products.updateOne({ _id: former._id }, { $set: { brand: `${brand} classic` } });
  const present = await addProduct(gateway.parts, { brand });

  const unsaid = await put({ brand, cans: 5, totalCans: 5 });
  const added = await put({ brand, product: `${present._id}`, cans: 2, totalCans: 4 });
  const still = await put({ brand, cans: 7, totalCans: 9 });
  const changed = await put({ brand, product: `${present._id}`, cans: 7, totalCans: 9 });

  for (const { status, body } of [unsaid, still])
    expect([status, body.error]).toEqual([409, `brand: two products are or were called ${brand}, send product too`]);
  expect([added.status, changed.status]).toEqual([200, 200]);
  const { brands } = changed.body.cans.current.vendingMachines[0];
  expect(brands.map(({ product, totalCans }: { product: string; totalCans: number }) => [product, totalCans])).toEqual(
    expect.arrayContaining([
      [`${former._id}`, 2],
      [`${present._id}`, 7],
    ]),
  );
  const none = `${new ObjectId()}`;
  const unknown = await put({ brand, product: none, cans: 1, totalCans: 10 });
  expect([unknown.status, unknown.body.error]).toEqual([404, `There is no product ${none}`]);
});
