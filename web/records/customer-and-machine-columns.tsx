import { pathTo } from "../app/paths.ts";
import type { Column } from "../ui/table/column.ts";
import type { WithCustomer, WithMachine } from "./customer-and-machine.ts";

/** The customer's number, which leads to his page. `width` in pixels. */
export const phoneColumn = <Row extends WithCustomer>(width: number): Column<Row> => ({
  id: "phone",
  head: "Phone",
  width,
  value: ({ user }) => user.phone,
  cell: ({ user }) => <span className="figures">{user.phone}</span>,
  link: ({ user }) => pathTo("user", { id: user._id }),
});

/** The machine's name, which leads to its page. `width` in pixels. */
export const machineColumn = <Row extends WithMachine>(width: number): Column<Row> => ({
  id: "machine",
  head: "Vending Machine",
  width,
  value: ({ vendingMachine }) => vendingMachine.name,
  link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine._id }),
});
