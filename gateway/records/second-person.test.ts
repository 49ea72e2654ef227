import { ObjectId } from "mongodb";
import { expect, test, vi } from "vitest";
import type { Actor } from "#shared/audit/audit.server.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { setUpOperator } from "../testing/operator.ts";
import { createAloneLimits } from "./second-person.ts";

const gateway = setUpGateway();
const [staff, admin] = [setUpOperator(gateway), setUpOperator(gateway, "admin")];

test("the rows of a customer's day are read only where admins have set a number for them, and something is changed", async () => {
  const actor: Actor = { kind: "operator", id: staff.userId, from: "127.0.0.1" };
  const today = vi.fn(async () => 5);
  const change = (more: number) =>
    gateway.parts.mongo.inTransaction((dbSession) =>
      createAloneLimits(gateway.parts).refuseAbove(
        dbSession,
        actor,
        { word: "staff", user: new ObjectId(), what: "cans" },
        [{ alone: ({ cansAlone }) => cansAlone, today, more, words: (amount) => `${amount} cans` }],
      ),
    );

  await change(1);
  await admin.put("/settings", { slotsAlone: 2 });
  await change(1);
  await admin.put("/settings", { cansAlone: 5 });
  await change(0);
  expect(today).not.toHaveBeenCalled();

  await expect(change(1)).rejects.toThrow("this makes 6 cans today");
});
