import { expect, test } from "vitest";
import { readInput } from "./actions.ts";

test.each([
  ["open 7 cusat", { do: "open", container: "7", machine: "cusat" }],
  ["Open container 7 at CUSAT Library", { do: "open", container: "7", machine: "CUSAT Library" }],
  ["o 6 cu", { do: "open", container: "6", machine: "cu" }],
  ["OPEN  A-12  of koc-", { do: "open", container: "A-12", machine: "koc-" }],
  [" ping KOC-0001 ", { do: "ping", container: null, machine: "KOC-0001" }],
  ["restart gate 3", { do: "restart", container: null, machine: "gate 3" }],
  ["test gate", { do: "test", container: null, machine: "gate" }],
  ["inventory of gate", { do: "inventory", container: null, machine: "gate" }],
])("%s is an action on a machine", (typed, input) => {
  expect(readInput(typed)).toEqual(input);
});

test.each([
  "",
  "open",
  "open 7",
  "open 7 ",
  "opening 7 gate",
  "op 7 gate",
  "o 7",
  "ping",
  "ping x",
  "pings gate",
  "gate",
  "Open Hall",
])("%j is none, or not yet", (typed) => {
  expect(readInput(typed)).toBeNull();
});
