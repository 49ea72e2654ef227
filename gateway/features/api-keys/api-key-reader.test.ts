import { expect, test } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addKey } from "../intake/testing/shop.ts";
import { createApiKeyReader } from "./api-key-reader.ts";

const gateway = setUpGateway();

test("keys that come together are looked up together: made-up ones leave MongoDB to everybody else", async () => {
  const keys = createApiKeyReader(gateway.parts);
  const { key, id } = await addKey(gateway.parts, "kiosk");
  const madeUp = Array.from({ length: 60 }, (_, nth) => `cansole_${String(nth).padStart(43, "a")}`);
  const read = (one: string) =>
    keys.read(one).then(
      ({ keyId }) => keyId.toHexString(),
      ({ code }) => code,
    );
  const answers: string[] = [];

  const found = await profiled(gateway.parts.mongo.db, async () => {
    answers.push(...(await Promise.all([...madeUp, key].map(read))));
  });

  expect(answers).toEqual([...madeUp.map(() => "api-key-unknown"), id.toHexString()]);
  expect(found.filter(({ ns }) => ns.endsWith(".apiKeys")).length).toBeLessThan(10);
});
