import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { CanInStock } from "#shared/inventory/inventory.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../testing/network.ts";
import { setUpOperator } from "../testing/operator.ts";

/** Names that a careless search breaks: patterns, case, spaces, another script. */
const machineNames = ["Metro", "metro (north)", "MET.*", "Gate 9", "Gate 10", "gate [a-z]", "कोच्चि", "École"];
const brands = ["Cola", "cola zero", "C^$la", "Lime+Soda", "Mango|Lassi"];
const day = 86_400_000;
const begun = Date.UTC(2026, 0, 1);
const rowsSkipped = 120;

let machines: MachineDocument[];
/** Every can, as the whole list shows it, and where nothing is found by an index. */
let every: CanInStock[];

const gateway = setUpGateway({ env: { TIME_ZONE: "UTC" }, limits: { rowsSkipped } });
const operator = setUpOperator(gateway);
beforeAll(async () => {
  const { parts } = gateway;
  machines = await Promise.all(
    machineNames.map((name, at) => addMachine(parts, { name, vendingMachineId: `Vm-${at}` })),
  );
  const products = await Promise.all(brands.map((brand) => addProduct(parts, { brand })));
  const containers = machines.flatMap((machine, at) =>
    Array.from({ length: 40 }, (_, channel) =>
      aContainer(machine, channel + 1, {
        product: products[(at * channel) % products.length]?._id ?? null,
        isEmpty: false,
        // Three at each moment, so that the order needs more than the time.
        stockedOn: new Date(begun + Math.floor(channel / 3) * day),
      }),
    ),
  );
  await parts.mongo.collections.containers.insertMany(containers);
  every = (await read({ download: "true" })).cans;
});

const request = (query: Record<string, string>) =>
  operator.get(`/containers/cans-in-stock?${new URLSearchParams(query)}`);
const read = async (query: Record<string, string>) => {
  const { status, body } = await request(query);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body.cansInStock as { cans: CanInStock[]; pages: number; total: number };
};

const beginning = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(6), fc.boolean())
    .map(([text, length, up]) => (up ? text.toUpperCase() : text.toLowerCase()).slice(0, length));
const queries = fc.record(
  {
    vendingMachine: fc.oneof(
      fc.constantFrom("all", "", "Vm-0", "Vm-3", "vm-3", "nowhere"),
      fc.string({ maxLength: 8 }),
    ),
    dates: fc.tuple(fc.nat(15), fc.nat(5)),
    name: fc.oneof(beginning(machineNames), fc.constantFrom(".*", "^", "M|G", "\\")),
    vendingMachineId: beginning(["Vm-1", "Vm-22"]),
    containerId: fc.integer({ min: 0, max: 41 }).map(String),
    product: beginning(brands),
    sort: fc.constantFrom("", "stockedOn", "-stockedOn", "daysOld", "-daysOld"),
    days: fc.constantFrom("true", "false"),
  },
  { requiredKeys: [] },
);

const dayAt = (days: number) => new Date(begun + days * day).toISOString().slice(0, 10);
type Drawn = typeof queries extends fc.Arbitrary<infer T> ? T : never;
const sent = ({ dates, ...others }: Drawn): Record<string, string> => ({
  ...(others as Record<string, string>),
  ...(dates ? { startDate: dayAt(dates[0]), endDate: dayAt(dates[0] + dates[1]) } : {}),
});

const begins = (text: string, start: string | undefined) =>
  text.toLowerCase().startsWith((start ?? "").trim().toLowerCase());
/** The rows of the list, by the plainest reading of its query. */
const expected = (query: Drawn): string[] => {
  const named = query.vendingMachine?.trim() ?? "";
  const label = query.containerId?.trim() ?? "";
  const [from, length] = query.dates ?? [0, 1_000];
  const isFound = ({ vendingMachine, containerId, product, updatedAt }: CanInStock) =>
    ["", "all", vendingMachine._id, vendingMachine.vendingMachineId].includes(named) &&
    begins(vendingMachine.name, query.name) &&
    begins(vendingMachine.vendingMachineId, query.vendingMachineId) &&
    begins(product.brand, query.product) &&
    (label === "" || containerId === label) &&
    updatedAt >= dayAt(from) &&
    updatedAt < dayAt(from + length + 1);
  const ascending = (a: CanInStock, b: CanInStock) =>
    a.updatedAt === b.updatedAt ? (a._id < b._id ? -1 : 1) : a.updatedAt < b.updatedAt ? -1 : 1;
  const isNewestFirst = query.sort ? ["-stockedOn", "daysOld"].includes(query.sort) : query.days !== "false";
  const sorted = every.filter(isFound).sort(ascending);
  return (isNewestFirst ? sorted.reverse() : sorted).map(({ _id }) => _id);
};

test("whatever the query, the pages one after another are the whole list in its order", async () => {
  expect(every).toHaveLength(machineNames.length * 40);
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const whole = expected(query);
      const ids: string[] = [];
      const { pages, total } = await read(sent(query));
      for (let page = 1; page <= pages; page += 1) {
        ids.push(...(await read({ ...sent(query), page: `${page}` })).cans.map(({ _id }) => _id));
      }

      expect(ids).toEqual(whole);
      expect(total).toBe(whole.length);
      const beyond = await read({ ...sent(query), page: `${pages + 1}` });
      expect([beyond.cans, beyond.total]).toEqual([[], total]);
      expect((await read({ ...sent(query), download: "true" })).cans.map(({ _id }) => _id)).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test("a page too far from both ends needs a narrower filter; both ends themselves are read", async () => {
  const { containers } = gateway.stores;
  const [machine] = machines;
  if (!machine) throw new Error("machines were planted");
  const product = (await addProduct(gateway.parts))._id;
  const more = Array.from({ length: 60 }, (_, at) => aContainer(machine, 100 + at, { isEmpty: false, product }));
  await containers.insertMany(more);

  const middle = await request({ page: "4" });
  const ends = await Promise.all(["1", "3", "6", "8"].map((page) => read({ page })));

  expect([middle.status, middle.body.error]).toEqual([
    400,
    "page: 4 is too far inside a list of 380 rows, narrow the filter",
  ]);
  expect(ends.map(({ cans }) => cans.length)).toEqual([50, 50, 50, 30]);
  expect((await read({ page: "4", days: "true", vendingMachine: "Vm-1" })).cans).toEqual([]);
  await containers.deleteMany({ _id: { $in: more.map(({ _id }) => _id) } });
});
