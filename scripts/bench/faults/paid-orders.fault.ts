import { fileURLToPath } from "node:url";
import { buildIfStale } from "../../build.ts";
import { openPaidHouse } from "../../walks/payments/paid-house.ts";
import { runPaidOrders } from "../../walks/payments/paid-orders.ts";
import { atLeast, exactly, type Fault } from "./fault.ts";

const dist = fileURLToPath(new URL("../../../dist", import.meta.url));

export const fault: Fault = {
  promise: "An order that is paid is credited once and wholly, whoever says so and whoever is killed meanwhile",
  run: async (say, size = 1_000) => {
    await buildIfStale(say);
    const house = await openPaidHouse(dist);
    try {
      say(`${size} orders are paid`);
      const { paid, unpaid, kills, wrong, uncredited } = await runPaidOrders(house, size, say);
      for (const one of wrong.slice(0, 10)) say(one);
      say(`${paid} were paid, ${unpaid} were not`);
      return [
        exactly("orders and accounts that do not add up, looked at after each kill and at the end", wrong.length, 0),
        exactly("orders captured at the provider and not credited", uncredited, 0),
        atLeast("processes killed", kills, size / 100),
      ];
    } finally {
      await house.stop();
    }
  },
};
