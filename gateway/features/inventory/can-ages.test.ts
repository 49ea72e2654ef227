import { beforeAll, expect, test } from "vitest";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { plantCans } from "../../testing/planted-cans.ts";

let campus: MachineDocument;
const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" } });
const operator = setUpOperator(gateway);
beforeAll(async () => {
  // They were stocked in months that are over.
  const planted = await plantCans(gateway.parts);
  campus = planted.campus;
  const fresh = { product: planted.cola._id, isEmpty: false, stockedOn: new Date() };
  await gateway.stores.containers.insertOne(aContainer(campus, 301, fresh));
});

const found = async (query: string) => {
  const { status, body } = await operator.get(`/containers/cans-in-stock?${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body.cansInStock as { total: number; cans: { containerId: string }[] };
};

test("a can of today is in the first band, those of past months are in the last", async () => {
  expect((await found("age=0-7")).cans.map(({ containerId }) => containerId)).toEqual(["301"]);
  expect((await found("age=8-30")).total).toBe(0);
  expect((await found("age=over-30")).total).toBe(130);
  expect((await found("age=")).total).toBe(131);
});

test("an age narrows what the other filters leave", async () => {
  expect((await found(`age=over-30&vendingMachine=${campus.vendingMachineId}`)).total).toBe(30);
  expect((await found("age=over-30&startDate=2026-01-03&endDate=2026-01-03")).total).toBe(2);
});
