import { expect, test } from "vitest";
import { commandTypes } from "../events/machine-topics.ts";
import { typeOfCommand } from "./command-ledger.server.ts";

test.each(commandTypes)("%s for a customer's can is 'open'", (command) => {
  expect(typeOfCommand(command, true)).toBe("open");
});

test.each(commandTypes)("%s by an operator is 'stock' for a stock update, else 'test'", (command) => {
  expect(typeOfCommand(command, false)).toBe(command === "stock-update" ? "stock" : "test");
});
