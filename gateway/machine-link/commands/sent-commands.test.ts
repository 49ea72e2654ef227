import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { giveCommand } from "../testing/given-command.ts";
import { createSentCommands } from "./sent-commands.ts";

const gateway = setUpGateway();

test("a unit that names commands without end that were never sent delays only itself", async () => {
  const { serialNumber } = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { commandId } = await giveCommand(gateway, serialNumber);
  await gateway.stores.commands.updateOne({ _id: commandId }, { $set: { state: "sent" } });
  const sent = createSentCommands(gateway.parts);
  let answered = 0;
  const many = Array.from({ length: 2_000 }, (_, nth) =>
    sent.find(`never-${nth}`, "CU-loop").then(() => {
      answered += 1;
    }),
  );

  const found = await sent.find(commandId, serialNumber);

  const before = answered;
  expect(found?.serialNumber).toBe(serialNumber);
  await Promise.all(many);
  expect(answered).toBe(2_000);
  expect(before).toBeLessThan(500);
});
