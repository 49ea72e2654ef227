import supertest from "supertest";
import { expect, test } from "vitest";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();

const get = (file: string) => supertest(gateway.url).get(`/qrcode/${file}`).buffer(true);
const addMachine = async (qrCode: string, vendingMachineId: string) => {
  await gateway.stores.machines.insertOne(aMachine({ name: "Lobby", vendingMachineId, qrCode }));
};

test.each([
  ["6f1d0c2b9a8e4d57.svg", "image/svg+xml", "<svg"],
  ["6f1d0c2b9a8e4d58.png", "image/png", "\u0089PNG"],
])("%s is the machine's code as %s, for everybody who knows its name", async (file, type, begins) => {
  await addMachine(file, `VM-${type.length}`);

  const answer = await get(file);

  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toContain(type);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(Buffer.from(answer.body).toString("latin1").startsWith(begins)).toBe(true);
});

test.each([
  ["KOC-1", 25],
  ["KOC-1-of-a-name-that-needs-a-larger-code", 29],
])("%s is drawn with the mark that a tilted camera needs, and as large as it must be", async (id, modules) => {
  const file = `cccccccccccccc${modules}.svg`;
  await addMachine(file, id);

  const drawn = String((await get(file)).body);

  expect(drawn).toContain(`viewBox="0 0 ${modules + 4} ${modules + 4}"`);
});

test("two machines have two codes", async () => {
  await addMachine("aaaaaaaaaaaaaaaa.svg", "VM-A");
  await addMachine("bbbbbbbbbbbbbbbb.svg", "VM-B");

  const [a, b] = [await get("aaaaaaaaaaaaaaaa.svg"), await get("bbbbbbbbbbbbbbbb.svg")];

  expect(String(a.body)).not.toBe(String(b.body));
});

test.each([
  "0000000000000000.svg",
  "0000000000000000",
  "a.svg",
  "..%2f..%2fpackage.json",
  "%7B%22$ne%22:null%7D.svg",
  `${"a".repeat(90)}.svg`,
])("%s is no machine's code: 404", async (file) => {
  const answer = await get(file);

  expect(answer.status).toBe(404);
});
