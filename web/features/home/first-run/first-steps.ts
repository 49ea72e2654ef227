import { paths, pathTo } from "../../../app/paths.ts";

/** How far a network is that begins with nothing. */
interface Beginning {
  products: number;
  /** Those that sell a brand. */
  profiles: number;
  machines: number;
  /** Whose inventory the step about containers leads to. */
  firstMachine: string | null;
  /** Containers that have a product. */
  assigned: number;
  /** Machines for which a control unit is registered. */
  units: number;
  /** Machines that were ever heard. */
  heard: number;
}

export interface FirstStep {
  title: string;
  words: string;
  to: string;
  action: string;
  isDone: boolean;
  /** What does it on the command line, to try it without a machine. */
  command?: string;
}

/** From nothing to a door that opens, in the order in which each needs the one before. */
export const firstSteps = (of: Beginning): FirstStep[] => [
  {
    title: "A product",
    words: "What a container holds. Machines sell it once a profile has it as a brand.",
    to: pathTo("product", { id: "new" }),
    action: "Add New Product",
    isDone: of.products > 0,
  },
  {
    title: "A product profile with that brand",
    words: "What a machine sells: prices, GST and cans a day.",
    to: pathTo("profile", { id: "new" }),
    action: "Add New Profile",
    isDone: of.profiles > 0,
  },
  {
    title: "A vending machine",
    words: "Its name, id, location and product profile.",
    to: paths.addMachine,
    action: "Add Vending Machine",
    isDone: of.machines > 0,
  },
  {
    title: "Its containers",
    words: "Each door of the machine is one container. Add them and set their products.",
    to: of.firstMachine === null ? paths.addMachine : pathTo("machineInventory", { id: of.firstMachine }),
    action: "Manage Inventory",
    isDone: of.assigned > 0,
  },
  {
    title: "Its control unit",
    words: "A unit that is switched on asks to be registered. Choose its machine.",
    to: paths.registerMachine,
    action: "Register Vending Machine",
    isDone: of.units > 0,
    command: "npm run simulate -- --machines 1",
  },
  {
    title: "The first door",
    words: "Open a door in the test panel and see each fact as it arrives.",
    to: paths.testMachine,
    action: "Test Vending Machine",
    isDone: of.heard > 0,
  },
];
