import { join } from "node:path";
import { provisioningKey } from "#shared/runtime/testing/room-env.ts";
import { type Child, startChild } from "../child.ts";

/** The address of this host that floods come from. */
export const floodsFrom = "127.0.0.1";

interface Flood {
  kind: string;
  port: number;
  connections: number;
  perSecond: number;
}

/** Floods a port in a process of its own; asked, it answers `{said, opened}`. */
export const startFlood = (flood: Flood): Promise<Child> => {
  const order = { ...flood, from: floodsFrom, key: provisioningKey };
  return startChild(["--import", "tsx", join(import.meta.dirname, "flooder.ts"), JSON.stringify(order)], {});
};
