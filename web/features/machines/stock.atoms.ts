import { machineRoom } from "#shared/events/rooms.ts";
import { readMachineStock } from "#shared/inventory/inventory.api.ts";
import type { ContainersInfo, RedisStock } from "#shared/inventory/inventory.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";

/** What one machine holds: per brand, per state of its containers, and as it is for sale. */
export interface Stock {
  brandStock: Record<string, number>;
  containersInfo: ContainersInfo;
  redisStock: RedisStock;
}

export const stockAtomOf = (id: string) =>
  liveAtom<Stock>({
    rooms: [machineRoom(id)],
    load: loadBy(
      readMachineStock,
      { query: { vendingMachine: id } },
      ({ brandStock, containersInfo, redisStock }): Stock => ({ brandStock, containersInfo, redisStock }),
    ),
    handlers: {
      "machine.stock.changed": (stock, told) => (told.vendingMachine === id ? told : stock),
    },
  });
