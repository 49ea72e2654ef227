import { request as httpRequest } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { signedInAt } from "../testing/operator.ts";

const gateway = setUpGateway();
beforeAll(async () => {
  await gateway.stores.machines.insertMany(
    Array.from({ length: 200 }, (_, index) => aMachine({ name: `Metro ${String(index).padStart(4, "0")}` })),
  );
});
afterEach(() => void vi.restoreAllMocks());

const lists = ["/vending-machines", "/vending-machines/live-status", "/containers/all"];

test.each(lists)("%s: a request during a reading is answered by the next one, with everything", async (path) => {
  const operators = await Promise.all(Array.from({ length: 5 }, () => signedInAt(gateway)));
  const { mongo } = gateway.parts;
  const readAsOf = mongo.readAsOf;
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const readings = vi.spyOn(mongo, "readAsOf").mockImplementation(async (work) => {
    await held;
    return readAsOf(work);
  });
  const signedIn = vi.spyOn(gateway.app.logins, "use");

  const requests = Array.from({ length: 40 }, (_, n) => operators[n % 5]?.get(path).then((answer) => answer));
  await eventually(() =>
    expect(signedIn.mock.settledResults.filter(({ type }) => type === "fulfilled")).toHaveLength(40),
  );
  await operators[0]?.get("/auth/me");
  goOn();
  const answers = await Promise.all(requests);

  expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
  const counts = answers.map((answer) => (Object.values(answer?.body).find(Array.isArray) as unknown[]).length);
  expect(new Set(counts)).toEqual(new Set([200]));
  // Two, and one more for each that was still on its way; without sharing there were 40.
  expect(readings.mock.calls.length).toBeLessThan(40);
});

test("an operator's own write is in every list that they request after it, however many others request it meanwhile", async () => {
  const operator = await signedInAt(gateway);
  const { _id } = await gateway.stores.machines.findOne({}).then((found) => found ?? aMachine());
  for (let round = 0; round < 10; round += 1) {
    const others = Array.from({ length: 10 }, () => operator.get("/vending-machines"));
    const name = `Renamed ${round}`;
    await operator.put(`/vending-machines/${_id}`, { name });

    const { body } = await operator.get("/vending-machines");
    const shown = body.vendingMachines.find((machine: { _id: string }) => machine._id === _id.toHexString());
    expect(shown).toMatchObject({ name });
    await Promise.all(others);
  }
});

test("a caller without permission is refused, although others are just being answered", async () => {
  const operator = await signedInAt(gateway);
  const allowed = operator.get("/vending-machines");
  const refused = await gateway.request.get("/vending-machines");

  expect(refused.status).toBe(401);
  expect((await allowed).status).toBe(200);
});

test("each caller gets the coding that it accepts", async () => {
  const { token } = await gateway.signIn("staff");
  const send = (coding: string) =>
    new Promise<{ coding: string | undefined; length: string | undefined; body: Buffer }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, "accept-encoding": coding };
      httpRequest(`${gateway.url}/api/v1.2/vending-machines`, { headers }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        const { "content-encoding": used, "content-length": length } = answer.headers;
        resolve({ coding: used, length, body: Buffer.concat(parts) });
      })
        .once("error", reject)
        .end();
    });

  const [br, gzip, plain, refused] = await Promise.all(
    ["gzip, deflate, br", "gzip;q=0.8, br;q=0", "identity", "br;q=0, gzip;q=0.0"].map(send),
  );
  expect([br?.coding, gzip?.coding, plain?.coding, refused?.coding]).toEqual(["br", "gzip", undefined, undefined]);
  for (const one of [br, gzip, plain]) expect(Number(one?.length)).toBe(one?.body.length);
  expect(JSON.parse(gunzipSync(gzip?.body ?? "").toString()).vendingMachines).toHaveLength(200);
});
