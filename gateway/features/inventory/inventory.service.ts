import type { ClientSession } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import { rowsPerPage } from "#shared/http/paging.ts";
import type { listCansInStock, readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import type { CanInStock } from "#shared/inventory/inventory.schema.ts";
import { momentsIn } from "../date-filter.ts";
import type { FeatureParts } from "../feature.ts";
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

export const createInventoryService = ({ mongo, config, presence, inventory, reader, page }: Parts) => {
  const showCans = async (session: ClientSession, cans: StockedCan[]): Promise<CanInStock[]> => {
    const ids = new Map(cans.map(({ machine }) => [machine.toHexString(), machine]));
    const machines = await inventory.machinesNamed(session, [...ids.values()]);
    const byId = new Map(machines.map((machine) => [machine._id.toHexString(), machine]));
    const brands = await inventory.brands(session);
    return cans.map((can) => canView(can, brands, byId));
  };

  /** 'all' or nothing is every machine; null is a machine that does not exist. */
  const machineIn = async (session: ClientSession, named: string | undefined) => {
    if (!named || named === "all") return { id: null };
    const machine = await findMachine(mongo, session, named);
    return machine && { id: machine._id };
  };

  return {
    all: async (): Promise<CallReply<typeof readInventory>> => {
      const { found, asOf } = await mongo.readAsOf(async (session) => {
        const machines = await inventory.machines(session);
        const brands = await inventory.brands(session);
        return inventoryRows(machines, await inventory.groups(session), brands);
      });
      const uniqueBrands = [...new Set(found.flatMap((row) => Object.keys(row.brands)))];
      return { stockData: found, uniqueBrands: uniqueBrands.sort((a, b) => a.localeCompare(b)), asOf };
    },

    cansInStock: async (query: CanQuery): Promise<CallReply<typeof listCansInStock>> => {
      const stockedOn = momentsIn(query, config.TIME_ZONE);
      const { found, asOf } = await mongo.readAsOf(async (session) => {
        const at = await machineIn(session, query.vendingMachine);
        if (!at) return { cans: [], ...pagedFigures(0, query.page, rowsPerPage) };
        const way = query.days ? (-1 as const) : (1 as const);
        const filter = inStock(at.id, stockedOn);
        const sort = { stockedOn: way, _id: way };
        if (query.download) {
          const cans = await inventory.containers
            .find(filter, { session })
            .project<StockedCan>(canFields)
            .sort(sort)
            .toArray();
          return { cans: await showCans(session, cans), ...pagedFigures(cans.length, 1, Math.max(1, cans.length)) };
        }
        const { rows, figures } = await page(session, {
          collection: inventory.containers,
          filter,
          sort,
          page: query.page,
          rowsPerPage,
          options: { projection: canFields },
        });
        return { cans: await showCans(session, rows), ...figures };
      });
      return { cansInStock: found, asOf };
    },

    ofMachine: async (named: string): Promise<CallReply<typeof readMachineStock>> => {
      const { _id, serialNumber } = await mongo.inTransaction(async (session) => {
        const machine = await requireMachine(mongo, session, named);
        return { _id: machine._id, serialNumber: await inventory.serialNumberOf(session, machine._id) };
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
