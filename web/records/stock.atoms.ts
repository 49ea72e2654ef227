import { machineRoom } from "#shared/events/rooms.ts";
import { readMachineStock } from "#shared/inventory/inventory.api.ts";
import type { ContainersInfo, RedisStock } from "#shared/inventory/inventory.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { oneForKey } from "../state/one-for-key.ts";

/** One machine's stock: per brand, per state of its containers, and as it is for sale. */
export interface Stock {
  brandStock: Record<string, number>;
  containersInfo: ContainersInfo;
  redisStock: RedisStock;
}

export const stockAtomOf = oneForKey((id: string) =>
  liveAtom<Stock>({
    rooms: [machineRoom(id)],
    load: loadBy(
      readMachineStock,
      { query: { vendingMachine: id } },
      ({ brandStock, containersInfo, redisStock }): Stock => ({ brandStock, containersInfo, redisStock }),
    ),
    handlers: {
      "machine.stock.changed": (stock, incoming) => (incoming.vendingMachine === id ? incoming : stock),
    },
  }),
);

/** How full a machine is: the sum of its brands, and all of its containers. */
export const heldOf = ({ brandStock, containersInfo }: Stock): { stocked: number; containers: number } => ({
  stocked: Object.values(brandStock).reduce((sum, count) => sum + count, 0),
  containers: Object.values(containersInfo).reduce((sum, count) => sum + count, 0),
});
