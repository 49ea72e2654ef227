import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import type { FeatureParts } from "../feature.ts";
import { requireMachine } from "../find-machine.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import { inventoryRows } from "./inventory.view.ts";
import type { StockReader } from "./stock-reader.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence"> & {
  inventory: InventoryRepository;
  reader: StockReader;
};
export const createInventoryService = ({ mongo, presence, inventory, reader }: Parts) => {
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
