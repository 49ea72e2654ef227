import { pathTo } from "../app/paths.ts";
import type { WithCustomer, WithMachineName } from "./customer-and-machine.ts";

/** The customer's number, which leads to their page. */
export const phoneOnScreen = {
  wide: true,
  as: "figures" as const,
  link: ({ user }: WithCustomer) => pathTo("user", { id: user._id }),
};

/** The machine's name, which leads to its page. */
export const machineOnScreen = {
  narrow: 128,
  link: ({ vendingMachine }: WithMachineName) => pathTo("machine", { id: vendingMachine._id }),
};
