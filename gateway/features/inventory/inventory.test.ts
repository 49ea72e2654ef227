import { beforeAll, describe, expect, test } from "vitest";
import { type Profiled, profiled } from "#shared/runtime/testing/profiled.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const cola = setUp(() => addProduct(gateway.parts, { brand: "Cola" }));
const tea = setUp(() => addProduct(gateway.parts, { brand: "Tea" }));
const metro = setUp(() => addMachine(gateway.parts, { name: "Metro" }));
const campus = setUp(() => addMachine(gateway.parts, { name: "Campus" }));
const bare = setUp(() => addMachine(gateway.parts, { name: "Bare" }));
beforeAll(async () => {
  await addProduct(gateway.parts, { brand: "Nowhere" });
  const full = { isEmpty: false };
  await gateway.stores.containers.insertMany([
    aContainer(metro, 1, { product: cola._id, ...full }),
    aContainer(metro, 2, { product: cola._id, ...full, isReserved: true }),
    aContainer(metro, 3, { product: cola._id }),
    aContainer(metro, 4, { product: cola._id, ...full, isWorking: false }),
    aContainer(metro, 5, { product: tea._id, isWorking: false }),
    aContainer(metro, 6),
    aContainer(campus, 1, { product: tea._id, ...full }),
  ]);
});

describe("the inventory of all machines", () => {
  test("has a row for each, by name, with counts per brand that add up", async () => {
    const { status, body } = await operator.get("/containers/all");

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
      uniqueBrands: ["Cola", "Tea"],
      stockData: [
        {
          _id: `${bare._id}`,
          vendingMachineId: bare.vendingMachineId,
          vendingMachineName: "Bare",
          totalContainers: 0,
          totalAssignedContainers: 0,
          brands: {},
        },
        {
          _id: `${campus._id}`,
          vendingMachineId: campus.vendingMachineId,
          vendingMachineName: "Campus",
          totalContainers: 1,
          totalAssignedContainers: 1,
          brands: { Tea: { assignedContainers: 1, empty: 0, inStock: 1, disabled: 0 } },
        },
        {
          _id: `${metro._id}`,
          vendingMachineId: metro.vendingMachineId,
          vendingMachineName: "Metro",
          totalContainers: 6,
          totalAssignedContainers: 5,
          brands: {
            Cola: { assignedContainers: 4, empty: 1, inStock: 2, disabled: 1 },
            Tea: { assignedContainers: 1, empty: 0, inStock: 0, disabled: 1 },
          },
        },
      ],
    });
  });

  test("agrees with each machine's own stock and with the cans in stock", async () => {
    const { stockData } = (await operator.get("/containers/all")).body;
    const { cans } = (await operator.get("/containers/cans-in-stock?download=true")).body.cansInStock;

    for (const { _id, brands, totalContainers } of stockData) {
      const { brandStock, containersInfo } = (await operator.get(`/vending-machines/stock?vendingMachine=${_id}`)).body;
      const inStock = Object.entries(brands as Record<string, { inStock: number }>).map(([brand, counts]) => [
        brand,
        counts.inStock,
      ]);
      expect(brandStock).toEqual(Object.fromEntries(inStock));
      expect(Object.values(containersInfo as Record<string, number>).reduce((sum, one) => sum + one)).toBe(
        totalContainers,
      );
      const here = cans.filter((can: { vendingMachine: { _id: string } }) => can.vendingMachine._id === _id);
      expect(here).toHaveLength(inStock.reduce((sum, [, count]) => sum + Number(count), 0));
    }
  });

  test("shows a machine and a brand under the names that they have now", async () => {
    await operator.put(`/vending-machines/${bare._id}`, { name: "Renamed" });
    await operator.put(`/products/${tea._id}`, { brand: "Chai" });

    const { stockData, uniqueBrands } = (await operator.get("/containers/all")).body;

    expect(uniqueBrands).toEqual(["Chai", "Cola"]);
    expect(stockData.map(({ vendingMachineName }: { vendingMachineName: string }) => vendingMachineName)).toEqual([
      "Campus",
      "Metro",
      "Renamed",
    ]);
  });
});

/** The calls of this group, and what each may read. */
const calls: [string, () => string][] = [
  ["the inventory", () => "/containers/all"],
  ["a machine's stock", () => `/vending-machines/stock?vendingMachine=${metro._id}`],
  ["a machine's containers", () => `/containers?vendingMachine=${metro.vendingMachineId}`],
  ["the first cans in stock", () => "/containers/cans-in-stock"],
  ["the last cans in stock", () => "/containers/cans-in-stock?page=3&days=false"],
  ["a machine's cans in stock", () => `/containers/cans-in-stock?vendingMachine=${metro._id}&days=false`],
  [
    "a machine's cans of some days",
    () => `/containers/cans-in-stock?vendingMachine=${metro._id}&startDate=2026-01-01&endDate=2027-01-01`,
  ],
  ["all cans of some days", () => "/containers/cans-in-stock?startDate=2026-01-01&endDate=2027-01-01"],
  ["every can", () => "/containers/cans-in-stock?download=true"],
];

describe("with many containers", () => {
  const many = 40;
  beforeAll(async () => {
    const machines = await Promise.all(Array.from({ length: many }, () => addMachine(gateway.parts)));
    await gateway.stores.containers.insertMany(
      machines.flatMap((machine) =>
        Array.from({ length: 50 }, (_, index) =>
          aContainer(machine, index + 1, {
            product: index % 2 ? cola._id : tea._id,
            isEmpty: index % 5 === 0,
            isWorking: index % 7 !== 0,
            stockedOn: index % 5 === 0 ? null : new Date(Date.UTC(2026, index % 12, 1 + (index % 28))),
          }),
        ),
      ),
    );
  });

  /** How the containers were read for one call. */
  const readsOf = async (path: string): Promise<Profiled[]> => {
    const read = await profiled(gateway.parts.mongo.db, async () =>
      expect((await operator.get(path)).status).toBe(200),
    );
    // The answer does not contain what the gateway clears in the background.
    return read.filter(({ ns, op }) => ns.endsWith(".containers") && ["query", "command"].includes(op));
  };

  test.each(calls)("%s is read by index: no container is looked at that is not shown", async (_title, path) => {
    const reads = await readsOf(path());

    expect(reads.length).toBeGreaterThan(0);
    for (const { planSummary = "", docsExamined = 0, hasSortStage = false, nreturned = 0 } of reads) {
      expect(planSummary).toMatch(/IXSCAN|COUNT_SCAN/);
      expect(hasSortStage).toBe(false);
      expect(docsExamined).toBeLessThanOrEqual(nreturned);
    }
  });

  test("the inventory is one aggregation out of one index: no container itself is read", async () => {
    const [read, ...more] = await readsOf("/containers/all");

    expect(more).toEqual([]);
    expect(read).toMatchObject({ planSummary: expect.stringContaining("IXSCAN"), docsExamined: 0 });
    expect(read?.keysExamined).toBe(await gateway.stores.containers.countDocuments());
  });
});
