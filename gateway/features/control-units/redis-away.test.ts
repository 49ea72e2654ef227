import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PrivateServices, startPrivateServices } from "../../../scripts/testing/private-services.ts";
import { addCommandedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";

let stores: PrivateServices;
let gateway: GatewayUnderTest;
let operator: SignedInOperator;
beforeAll(async () => {
  stores = await startPrivateServices();
  gateway = await startGatewayUnderTest({ stores, limits: { redisMs: 500 } });
  operator = await signedInAt(gateway);
  await loadPresence(gateway.parts);
});
afterAll(async () => {
  stores?.thaw();
  await gateway?.stop();
  await stores?.stop();
});

test("with Redis frozen a command is stored and queued: nobody can say that its machine is offline", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { linked: false });
  const body = { vendingMachineId: machine.vendingMachineId, containers: ["1"] };
  expect((await operator.post("/control-units/open", body)).status).toBe(409);
  await stores.freeze("redis");

  const answer = await operator.post("/control-units/open", body).timeout(4_500);

  expect(answer.status).toBe(200);
  const _id = new ObjectId(answer.body.sessionId as string);
  expect(await gateway.parts.mongo.collections.sessions.findOne({ _id })).toMatchObject({ status: "queued" });
});
