import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { readMachineStock } from "#shared/inventory/inventory.api.ts";
import { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { rowsOf, streamed } from "../../http/streamed.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import { readInventoryRows } from "../../records/inventory-rows.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import type { StockReader } from "./stock-reader.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence"> & {
  inventory: InventoryRepository;
  reader: StockReader;
};
export const createInventoryService = ({ mongo, presence, inventory, reader }: Parts) => {
  return {
    all: async () => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => ({
        machines: await inventory.machines(dbSession),
        rowOf: await readInventoryRows(mongo.collections, dbSession),
      }));
      const stockData: InventoryRow[] = [];
      const seen = new Set<string>();
      for await (const rows of rowsOf(found.machines, found.rowOf)) {
        for (const row of rows) for (const brand of Object.keys(row.brands)) seen.add(brand);
        stockData.push(...rows);
      }
      const uniqueBrands = [...seen].sort((a, b) => a.localeCompare(b));
      const rows = rowsOf(stockData, (row) => row);
      return streamed({ answer: { stockData: [], uniqueBrands, asOf }, field: "stockData", row: InventoryRow, rows });
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
