import { expect } from "vitest";
import type { IntakeScope } from "#shared/api-keys/api-key.schema.ts";
import type { GatewayUnderTest } from "../../../testing/gateway-under-test.ts";
import { addKey } from "./shop.ts";

type Reading = ReturnType<ReturnType<typeof createReaders>["reading"]>;

/** Keys that read, and calls with them; a key of null leaves the header out. */
export const createReaders = (gateway: GatewayUnderTest) => {
  let keys = 0;
  return {
    aKey: async (scopes: IntakeScope[] = ["orders", "read:machines", "read:customers"]): Promise<string> => {
      keys += 1;
      return (await addKey(gateway.parts, `reader ${keys}`, { scopes })).key;
    },
    reading:
      (key: string | null) =>
      (path: string, headers: Record<string, string> = {}) =>
        gateway.request.get(`/intake${path}`).set({ ...(key ? { "x-api-key": key } : {}), ...headers }),
  };
};

/** The rows of all pages, three a page; `between` runs after each. */
export const readAllPages = async <T>(
  read: Reading,
  path: string,
  field: string,
  between: () => Promise<void> = async () => undefined,
): Promise<T[]> => {
  const rows: T[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { status, body } = await read(`${path}?limit=3${cursor ? `&cursor=${cursor}` : ""}`);
    expect(status).toBe(200);
    expect(body[field].length).toBeLessThanOrEqual(3);
    rows.push(...body[field]);
    cursor = body.nextCursor;
    await between();
  }
  return rows;
};
