import { beforeAll, expect, test } from "vitest";
import { addCommandedMachine, type LinkedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
beforeAll(() => loadPresence(gateway.parts));

const open = ({ machine }: LinkedMachine, key: string, containers = ["1"]) =>
  operator
    .post("/control-units/open", { vendingMachineId: machine.vendingMachineId, containers })
    .set("idempotency-key", key);
const counts = async ({ machine }: LinkedMachine) => {
  const { sessions, sessionRows } = gateway.stores;
  const of = { machine: machine._id };
  return { sessions: await sessions.countDocuments(of), rows: await sessionRows.countDocuments(of) };
};

test("the same key twice is one session, one row and one answer", async () => {
  const at = await addCommandedMachine(gateway.parts);

  const [first, second] = [await open(at, "twice"), await open(at, "twice")];

  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect(await counts(at)).toEqual({ sessions: 1, rows: 1 });
});

test("a button that is pressed ten times at once opens a door once", async () => {
  const at = await addCommandedMachine(gateway.parts);

  const answers = await Promise.all(Array.from({ length: 10 }, () => open(at, "at-once")));

  expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await counts(at)).toEqual({ sessions: 1, rows: 1 });
});

test("a refusal as offline is repeated as it was, though the machine is there by now", async () => {
  const at = await addCommandedMachine(gateway.parts, { linked: false });
  const first = await open(at, "offline");
  await gateway.parts.redis.set(gateway.parts.keys.link(at.unit.serialNumber), "gateway:connection");

  const second = await open(at, "offline");

  expect([first.status, second.status]).toEqual([409, 409]);
  expect(second.body).toEqual(first.body);
  expect(await counts(at)).toEqual({ sessions: 1, rows: 1 });
});

test("a command that went out is answered alike when it is repeated, though the machine is gone by now", async () => {
  const at = await addCommandedMachine(gateway.parts);
  const first = await open(at, "gone");
  await gateway.parts.redis.del(gateway.parts.keys.link(at.unit.serialNumber));

  const second = await open(at, "gone");

  expect(second.status).toBe(200);
  expect(second.body).toEqual(first.body);
});

test("a call that was refused for its input leaves no key behind", async () => {
  const at = await addCommandedMachine(gateway.parts);
  expect((await open(at, "mistyped", ["77"])).status).toBe(400);

  expect((await open(at, "mistyped")).status).toBe(200);
});

test("the same key for other containers is refused, and says so in the message as well", async () => {
  const at = await addCommandedMachine(gateway.parts);
  await open(at, "other");

  const { status, body } = await open(at, "other", ["2"]);

  expect(status).toBe(409);
  expect(body.error).toBe("This Idempotency-Key was used for another request already");
  expect(body.message).toBe(body.error);
  expect(await counts(at)).toEqual({ sessions: 1, rows: 1 });
});

test("without a key each call is a session of its own", async () => {
  const at = await addCommandedMachine(gateway.parts);
  const body = { vendingMachineId: at.machine.vendingMachineId, containers: ["1"] };

  await operator.post("/control-units/open", body);
  await operator.post("/control-units/open", body);

  expect(await counts(at)).toEqual({ sessions: 2, rows: 2 });
});
