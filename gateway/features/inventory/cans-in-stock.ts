import type { ObjectId } from "mongodb";
import type { listCansInStock } from "#shared/inventory/can.api.ts";
import { type AgeBand, stockedInBand } from "#shared/inventory/can-age.rules.ts";
import { canList } from "#shared/inventory/can-list.ts";
import { CanInStock } from "#shared/inventory/inventory.schema.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { CallContext } from "../../http/route.ts";
import { equals, idWhereNameBegins, machineNamed } from "../../paged/narrowings.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";
import type { Show } from "../../paged/paged-reader.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { ServedPages } from "../../paged/served-pages.ts";
import type { NamedMachine } from "../../records/find-machine.ts";
import type { InventoryRepository, StockedCan } from "./inventory.repository.ts";

const ofMachine = { field: "machine", index: "inStockAt" };
const ofProduct = { field: "product", index: "inStockOf" };
const machines = ({ machines: all }: Collections) => all;
const products = ({ products: all }: Collections) => all;

/** The cans in working containers: what the pivot calls In-stock. */
export const cansInStock = pagedAnswer({
  list: canList,
  collection: ({ containers }) => containers,
  always: { isEmpty: false, isWorking: true },
  days: "stockedOn",
  sorts: {
    stockedOn: { field: "stockedOn", index: "inStock" },
    daysOld: { field: "stockedOn", index: "inStock", turned: true },
  },
  filters: {
    vendingMachine: machineNamed("machine", "inStockAt"),
    vendingMachineId: idWhereNameBegins(ofMachine, machines, "vendingMachineId"),
    containerId: equals("label", "inStockLabelled"),
    name: idWhereNameBegins(ofMachine, machines, "name"),
    product: idWhereNameBegins(ofProduct, products, "brand"),
    age: (band) => ({ filter: { stockedOn: stockedInBand(band as AgeBand, Date.now()) }, index: "inStock" }),
  },
  fields: { label: 1, product: 1, machine: 1, stockedOn: 1 },
});

const canView = (can: StockedCan, brands: Map<string, string>, machines: Map<string, NamedMachine>): CanInStock => {
  const machine = machines.get(can.machine.toHexString());
  const product = can.product?.toHexString() ?? "";
  return {
    _id: can._id.toHexString(),
    containerId: can.label,
    product: { _id: product, brand: brands.get(product) ?? "" },
    vendingMachine: {
      _id: can.machine.toHexString(),
      name: machine?.name ?? "",
      vendingMachineId: machine?.vendingMachineId ?? "",
    },
    updatedAt: (can.stockedOn ?? new Date(0)).toISOString(),
  };
};

/** Each machine is read once, however many batches its cans are in. */
export const showCans = (
  inventory: Pick<InventoryRepository, "machinesNamed" | "brands">,
): Show<StockedCan, CanInStock> => {
  const known = new Map<string, NamedMachine>();
  let brands: Promise<Map<string, string>> | undefined;
  return async (cans, dbSession) => {
    const missing = new Map<string, ObjectId>();
    for (const { machine } of cans) if (!known.has(`${machine}`)) missing.set(`${machine}`, machine);
    const found = missing.size === 0 ? [] : await inventory.machinesNamed(dbSession, [...missing.values()]);
    for (const machine of found) known.set(`${machine._id}`, machine);
    brands ??= inventory.brands(dbSession);
    const names = await brands;
    return cans.map((can) => canView(can, names, known));
  };
};

/** The list of cans, as its call answers it. */
export const serveCans =
  (pages: ServedPages, inventory: InventoryRepository) =>
  (call: Pick<CallContext<typeof listCansInStock>, "query" | "actor">) =>
    servePaged(pages, cansInStock, {
      key: "cans",
      row: CanInStock,
      show: showCans(inventory),
      around: ({ asOf, ...page }) => ({ cansInStock: page, asOf }),
    })(call);
