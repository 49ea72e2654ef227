import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import { rowsPerPage } from "#shared/http/paging.ts";
import type { listCansInStock, readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import { CanInStock } from "#shared/inventory/inventory.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { type Streamed, streamed } from "../../http/streamed.ts";
import { momentsIn } from "../date-filter.ts";
import type { FeatureParts } from "../feature.ts";
import type { NamedMachine } from "../find-machine.ts";
import { findMachine, requireMachine } from "../find-machine.ts";
import type { PageReader } from "../page-reader.ts";
import { pagedFigures } from "../page-reader.ts";
import { canFields, type InventoryRepository, inStock, type StockedCan } from "./inventory.repository.ts";
import { canView, inventoryRows } from "./inventory.view.ts";
import type { StockReader } from "./stock-reader.ts";

type Parts = Pick<FeatureParts, "mongo" | "config" | "presence"> & {
  inventory: InventoryRepository;
  reader: StockReader;
  page: PageReader;
};
type CanQuery = CallParts<typeof listCansInStock>["query"];

const idsOf = (cans: StockedCan[]): ObjectId[] => [
  ...new Map(cans.map(({ machine }) => [machine.toHexString(), machine])).values(),
];

const showCans = (brands: Map<string, string>, machines: NamedMachine[]) => {
  const byId = new Map(machines.map((machine) => [machine._id.toHexString(), machine]));
  return (cans: StockedCan[]): CanInStock[] => cans.map((can) => canView(can, brands, byId));
};

/** The query's `days`: true is the newest first. */
const byStockedOn = (newestFirst: boolean): Record<"stockedOn" | "_id", 1 | -1> =>
  newestFirst ? { stockedOn: -1, _id: -1 } : { stockedOn: 1, _id: 1 };

export const createInventoryService = ({ mongo, config, presence, inventory, reader, page }: Parts) => {
  /** 'all' or nothing is every machine; null is a machine that does not exist. */
  const machineIn = async (dbSession: DbSession, named: string | undefined) => {
    if (!named || named === "all") return { id: null };
    const machine = await findMachine(mongo, dbSession, named);
    return machine && { id: machine._id };
  };

  return {
    all: async (): Promise<CallReply<typeof readInventory>> => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const machines = await inventory.machines(dbSession);
        const brands = [...(await inventory.brands(dbSession))];
        const products = brands.map(([id]) => new ObjectId(id));
        const names = brands.map(([, brand]) => brand);
        return inventoryRows(machines, await inventory.ofAllMachines(dbSession, products), names);
      });
      const uniqueBrands = [...new Set(found.flatMap((row) => Object.keys(row.brands)))];
      return { stockData: found, uniqueBrands: uniqueBrands.sort((a, b) => a.localeCompare(b)), asOf };
    },

    cansInStock: async (query: CanQuery): Promise<CallReply<typeof listCansInStock>> => {
      const days = momentsIn(query, config.TIME_ZONE);
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const at = await machineIn(dbSession, query.vendingMachine);
        if (!at) return { cans: [], ...pagedFigures(0, query.page, rowsPerPage) };
        const { rows, figures } = await page(dbSession, {
          collection: inventory.containers,
          filter: inStock(at.id, days),
          sort: byStockedOn(query.days),
          page: query.page,
          rowsPerPage,
          options: { projection: canFields },
        });
        const machines = await inventory.machinesNamed(dbSession, idsOf(rows));
        return { cans: showCans(await inventory.brands(dbSession), machines)(rows), ...figures };
      });
      return { cansInStock: found, asOf };
    },

    /** All matching cans on one page, read while they are sent. */
    allCansInStock: async (query: CanQuery): Promise<Streamed<CallReply<typeof listCansInStock>>> => {
      const days = momentsIn(query, config.TIME_ZONE);
      const { found, asOf, end } = await mongo.streamAsOf(async (dbSession) => {
        const at = await machineIn(dbSession, query.vendingMachine);
        const filter = inStock(at?.id ?? null, days);
        const brands = await inventory.brands(dbSession);
        const machines = await inventory.machines(dbSession);
        return {
          total: at ? await inventory.containers.countDocuments(filter, { session: dbSession }) : 0,
          rows: at ? inventory.cans(dbSession, filter, byStockedOn(query.days)) : [],
          show: showCans(brands, machines),
        };
      });
      const { rows, show, total } = found;
      const shown = async function* () {
        for await (const some of rows) yield show(some);
      };
      const answer = { cansInStock: { cans: [], ...pagedFigures(total, 1, Math.max(1, total)) }, asOf };
      return streamed({ answer, field: "cans", row: CanInStock, rows: shown(), end });
    },

    ofMachine: async (named: string): Promise<CallReply<typeof readMachineStock>> => {
      const { _id, serialNumber } = await mongo.inTransaction(async (dbSession) => {
        const machine = await requireMachine(mongo, dbSession, named);
        return { _id: machine._id, serialNumber: await inventory.serialNumberOf(dbSession, machine._id) };
      });
      const { stocks, asOf } = await reader.compute([_id]);
      const [computed] = stocks;
      if (!computed) throw new DomainError("missing", `There is no vending machine ${named}`);
      const { brandStock, containersInfo, redisStock, vendingMachine } = computed;
      const heard = serialNumber ? (await presence.read([serialNumber])).get(serialNumber) : undefined;
      return {
        brandStock,
        containersInfo,
        redisStock: await reader.newest(vendingMachine, { asOf, stock: redisStock }),
        liveStatus: { lastUpdatedOn: heard ? new Date(heard.lastSeen).toISOString() : null },
        asOf,
      };
    },
  };
};
export type InventoryService = ReturnType<typeof createInventoryService>;
