import { paths, pathTo } from "../../../app/paths.ts";

/** How far a network is that begins with nothing. */
export interface Beginning {
  profiles: number;
  products: number;
  machines: number;
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
export const firstSteps = ({ profiles, products, machines, units, heard }: Beginning): FirstStep[] => [
  {
    title: "A product profile",
    words: "What a machine sells, at which price, with how much GST and how many cans a day.",
    to: pathTo("profile", { id: "new" }),
    action: "Add New Profile",
    isDone: profiles > 0,
  },
  {
    title: "A product",
    words: "What a container holds. It is sold once it stands in the profile as a brand.",
    to: pathTo("product", { id: "new" }),
    action: "Add New Product",
    isDone: products > 0,
  },
  {
    title: "A vending machine",
    words: "Its name, its id and where it stands. Its inventory then gets containers.",
    to: paths.addMachine,
    action: "Add Vending Machine",
    isDone: machines > 0,
  },
  {
    title: "Its control unit",
    words: "A unit that is switched on asks to be registered and waits until you say whose it is.",
    to: paths.registerMachine,
    action: "Register Vending Machine",
    isDone: units > 0,
    command: "npm run simulate -- --machines 1",
  },
  {
    title: "The first door",
    words: "Once the unit is heard the test panel opens a door, and shows each fact as it comes.",
    to: paths.testMachine,
    action: "Test Vending Machine",
    isDone: heard > 0,
  },
];
