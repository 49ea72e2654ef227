import { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { addCommandedMachine } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { cancelUnsentOf } from "../control-units/cancel-unsent.ts";
import { createCommanding } from "../control-units/commanding.ts";

const gateway = setUpGateway({ limits: { httpMs: 8_000 } });

/** Somebody is just changing the record, until the returned function is called. */
const changing = async (session: ObjectId): Promise<() => Promise<void>> => {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun: (() => void) | undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const change = gateway.parts.mongo.inTransaction(async (dbSession) => {
    await gateway.stores.sessions.updateOne({ _id: session }, { $set: { trace: "changed" } }, { session: dbSession });
    begun?.();
    await ended;
  });
  await isBegun;
  const finish = async () => {
    end?.();
    await change;
  };
  onTestFinished(finish);
  return finish;
};

test("an operator is suspended whatever goes on with what they wanted opened, which is cancelled once it stands still", async () => {
  const { vendingMachineId } = (await addCommandedMachine(gateway.parts)).machine;
  const [gone, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const { body } = await gone.post("/control-units/open", { vendingMachineId, containers: ["1"] });
  const session = new ObjectId(String(body.sessionId));
  const finish = await changing(session);

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
  expect((await gone.get("/auth/me")).status).toBe(401);
  await finish();
  await eventually(async () =>
    expect(await gateway.stores.sessions.findOne({ _id: session })).toMatchObject({ status: "cancelled" }),
  );
});

test.each<[string, (gone: SignedInOperator, admin: SignedInOperator) => Promise<{ status: number }>]>([
  [
    "an admin sets their password",
    async (gone, admin) => admin.put(`/users/${gone.userId}/password`, { password: "blue-kettle-94" }),
  ],
  ["an admin changes their phone", async (gone, admin) => admin.put(`/users/${gone.userId}`, { phone: "9000000051" })],
  [
    "they end a stolen sign-in",
    async (gone) => {
      const own = await gateway.openLogin(gone.userId, { isProved: false });
      return gateway.request.delete("/auth/logins").set("authorization", `Bearer ${own}`);
    },
  ],
])("what waits to be opened stays closed once %s: a stolen sign-in may have requested it", async (_what, end) => {
  const { vendingMachineId } = (await addCommandedMachine(gateway.parts)).machine;
  const [gone, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const { body } = await gone.post("/control-units/open", { vendingMachineId, containers: ["1"] });

  expect((await end(gone, admin)).status).toBe(200);

  const session = await gateway.stores.sessions.findOne({ _id: new ObjectId(String(body.sessionId)) });
  expect(session).toMatchObject({ status: "cancelled" });
});

test("what waits to be opened is cancelled although the call that ended the sign-ins was answered too late", async () => {
  const { vendingMachineId } = (await addCommandedMachine(gateway.parts)).machine;
  const gone = await signedInAt(gateway);
  const { body } = await gone.post("/control-units/open", { vendingMachineId, containers: ["1"] });
  const actor = { kind: "operator", id: gone.userId, from: "127.0.0.1", waitsUntil: performance.now() - 1 } as const;
  const { parts } = gateway;

  const commanding = createCommanding(parts);
  await cancelUnsentOf({ ...parts, commanding }, actor, { startedBy: gone.userId, reason: "Ended" });

  const session = await gateway.stores.sessions.findOne({ _id: new ObjectId(String(body.sessionId)) });
  expect(session).toMatchObject({ status: "cancelled" });
});
