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
