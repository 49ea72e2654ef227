import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { startPrivateServices } from "../../../scripts/testing/private-services.ts";
import { addCommandedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

const stores = setUp(startPrivateServices);
const gateway = setUpGateway({ stores, limits: { redisMs: 500 } });
const operator = setUpOperator(gateway);
beforeAll(() => loadPresence(gateway.parts));
afterAll(() => stores?.thaw());

test("with Redis frozen a command is stored and queued: nobody can say that its machine is offline", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { linked: false });
  const body = { vendingMachineId: machine.vendingMachineId, containers: ["1"] };
  expect((await operator.post("/control-units/open", body)).status).toBe(409);
  await stores.freeze("redis");

  const answer = await operator.post("/control-units/open", body).timeout(4_500);

  expect(answer.status).toBe(200);
  const _id = new ObjectId(answer.body.sessionId as string);
  expect(await gateway.stores.sessions.findOne({ _id })).toMatchObject({ status: "queued" });
});
