import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aContainer, aMachine } from "#shared/runtime/testing/stored-records.ts";
import { nothingBeside, setUpGateway } from "../testing/gateway-under-test.ts";
import { addProduct } from "../testing/network.ts";

const machines = 2_000;
const containersEach = 20;
const machinesAtOnce = 100;
const brands = ["Kochi Cola", "Lime Soda", "Ginger Ale", "Orange", "Mango", "Cold Coffee", "Ice Tea", "Tonic Water"];

let token: string;
/** Nobody computes stock of 40,000 containers while they are planted. */
const gateway = setUpGateway({ limits: nothingBeside });
beforeAll(async () => {
  ({ token } = await gateway.signIn("staff"));
  const { collections } = gateway.parts.mongo;
  const products: ObjectId[] = [];
  for (const brand of brands) products.push((await addProduct(gateway.parts, { brand }))._id);
  const planted = Array.from({ length: machines }, (_, index) =>
    aMachine({ name: `Metro station ${(index * 7919) % 10_000}` }),
  );
  await collections.machines.insertMany(planted);
  // Numbers that are spread like a network's, and the same in every run.
  let dice = 7;
  const roll = (sides: number) => {
    dice = (dice * 48_271) % 2_147_483_647;
    return dice % sides;
  };
  const containersOf = (machine: MachineDocument) =>
    Array.from({ length: containersEach }, (_, index) =>
      aContainer(machine, index + 1, {
        product: products[roll(brands.length)] ?? null,
        isEmpty: roll(3) === 0,
        isWorking: roll(10) > 0,
      }),
    );
  // All at once they are one command, which a busy machine may not answer in time.
  for (let at = 0; at < machines; at += machinesAtOnce)
    await collections.containers.insertMany(planted.slice(at, at + machinesAtOnce).flatMap(containersOf), {
      ordered: false,
    });
});

interface Answer {
  headers: IncomingHttpHeaders;
  status: number;
  /** As it came over the wire. */
  bytes: Buffer;
}

const send = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${gateway.url}/api/v1.2${path}`,
      { headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br", ...headers } },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        resolve({ headers: answer.headers, status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) });
      },
    );
    sent.once("error", reject);
    sent.end();
  });

test.each([
  ["br", "gzip, deflate, br", brotliDecompressSync],
  ["gzip", "gzip, deflate", gunzipSync],
] as const)(
  "the inventory of 2,000 machines takes less than 200 kB over the wire: %s",
  async (coding, accepted, unpack) => {
    const plain = await send("/containers/all", { "accept-encoding": "identity" });
    const packed = await send("/containers/all", { "accept-encoding": accepted });

    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(plain.bytes.length).toBeGreaterThan(1_000_000);
    expect(packed.headers).toMatchObject({ "content-encoding": coding, "cache-control": "no-store" });
    expect(packed.headers.vary?.toLowerCase()).toContain("accept-encoding");
    expect(packed.bytes.length).toBeLessThan(200_000);
    const read = JSON.parse(unpack(packed.bytes).toString()) as { stockData: unknown[] };
    expect(read.stockData).toHaveLength(machines);
  },
);

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)(
  "the document that anybody may request is packed once, so its length is known: %s",
  async (coding, unpack) => {
    const plain = await send("/intake/openapi.json", { "accept-encoding": "identity" });
    const packed = await send("/intake/openapi.json", { "accept-encoding": coding });

    expect(packed.headers).toMatchObject({ "content-encoding": coding, "content-length": `${packed.bytes.length}` });
    expect(packed.headers.vary?.toLowerCase()).toContain("accept-encoding");
    expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
  },
);

test("a short answer stays as it is, and a refusal too", async () => {
  for (const path of ["/auth/me", "/containers?vendingMachine=nowhere", "/nothing"]) {
    expect((await send(path)).headers, path).not.toHaveProperty("content-encoding");
  }
});

test("an answer about a sign-in is never packed, however long it is", async () => {
  const { token: long, userId } = await gateway.signIn("staff");
  await gateway.stores.users.updateOne({ _id: userId }, { $set: { name: "N".repeat(5_000) } });

  const { status, headers, bytes } = await send("/auth/me", { authorization: `Bearer ${long}` });

  expect(status).toBe(200);
  expect(bytes.length).toBeGreaterThan(5_000);
  expect(headers).not.toHaveProperty("content-encoding");
});
