import type { EventHandlers } from "../live/follow.ts";
import type { Paged } from "../live/paged.ts";
import { isNewer } from "../live/records.ts";

interface Customer {
  _id: string;
  name: string;
  phone: string;
  email: string;
}

interface PlaceOfSale {
  _id: string;
  name: string;
  vendingMachineId: string;
  profileName: string;
  region: string;
}

/** What a customer did at a machine, as an order and a can that was taken show it. */
export interface WithCustomer {
  user: Customer;
}
export interface WithMachine {
  vendingMachine: PlaceOfSale;
}
/** All that a list shows of it. */
export interface WithMachineName {
  vendingMachine: Pick<PlaceOfSale, "_id" | "name">;
}

/** With the customer's name, number and address as they are now. */
export const withCustomer = <T extends WithCustomer>(known: T, { _id, name, phone, email }: Customer): T =>
  known.user._id === _id ? { ...known, user: { _id, name, phone, email } } : known;

/** With the machine's name as it is now. */
export const withMachineName = <T extends WithMachineName>(
  known: T,
  { _id, name }: Pick<PlaceOfSale, "_id" | "name">,
): T => (known.vendingMachine._id === _id ? { ...known, vendingMachine: { ...known.vendingMachine, name } } : known);

interface PublishedRecord {
  _id: string;
  rev: number;
  user: { _id: string };
  vendingMachine: { _id: string };
}

/** An event of an order or a can that is shown. Events name customer and machine by their ids, which never change. */
export const withPublished = <R extends PublishedRecord, T extends R & WithCustomer & WithMachine>(
  known: T,
  incoming: R,
): T =>
  isNewer(known, incoming)
    ? ({ ...incoming, user: known.user, vendingMachine: known.vendingMachine } as unknown as T)
    : known;

/** Rows of which one may be the published record. */
export const publishedInRows = <R extends PublishedRecord, T extends R & WithCustomer & WithMachine>(
  rows: readonly T[],
  incoming: R,
): T[] => rows.map((row) => (row._id === incoming._id ? withPublished<R, T>(row, incoming) : row));

/** Customers and machines are called what they are called now; `renamed` reaches whatever bears their names. */
export const namesIn = <Data, T extends WithCustomer & WithMachineName>(
  renamed: (known: Data, rename: (one: T) => T) => Data,
): Pick<EventHandlers<Data>, "user.changed" | "machine.changed"> => ({
  "user.changed": (known, user) => renamed(known, (one) => withCustomer(one, user)),
  "machine.changed": (known, machine) => renamed(known, (one) => withMachineName(one, machine)),
});

/** The same for the rows of a list. */
export const namesOnPage = <T extends WithCustomer & WithMachineName>() =>
  namesIn<Paged<T>, T>((page, rename) => ({ ...page, rows: page.rows.map(rename) }));
