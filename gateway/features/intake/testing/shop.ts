import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { ProfileDocument } from "#shared/products/goods.document.server.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import type { GatewayParts } from "../../../parts.ts";
import type { GatewayUnderTest } from "../../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile } from "../../../testing/network.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock">;

/** A key of the intake, straight in the database. */
export const addKey = async (
  { mongo, clock = systemClock }: Partial<Parts> & Pick<Parts, "mongo">,
  name: string,
  more: Pick<Partial<ApiKeyDocument>, "scopes"> & { days?: number | null } = {},
) => {
  const { key, record } = newApiKey({ name, ...more }, { kind: "system", id: null }, clock.now());
  await mongo.collections.apiKeys.insertOne(record);
  return { key, id: record._id };
};

/**
 * A machine with ten cans of a cola of 40.25 rupees that is sold for 35.50, and a deposit of 10 rupees; GST 18 %. The
 * prices of the example (specification: Arithmetic).
 */
export const openShop = async (
  { mongo }: Parts,
  options: { cans?: number; profile?: Partial<ProfileDocument>; machine?: Partial<MachineDocument> } = {},
) => {
  const cola = await addProduct({ mongo }, { price: 4_025 });
  const deposit = await addProduct({ mongo }, { price: 1_000, productType: "deposit" });
  const entry = aBrandEntry(cola);
  const sold = { ...entry, unit: { ...entry.unit, discountPrice: 3_550 } };
  const profile = await addProfile({ mongo }, { gst: 18, brands: [sold, aBrandEntry(deposit, 2)], ...options.profile });
  const machine = await addMachine({ mongo }, { profile: profile._id, ...options.machine });
  for (let channel = 1; channel <= (options.cans ?? 10); channel += 1)
    await addContainer({ mongo }, machine, channel, { product: cola._id, isEmpty: false });
  const line = (product: typeof cola, quantity: number) => ({ product: `${product._id}`, type: "unit", quantity });
  /** What a customers' app sends for a customer who buys two cans of cola. */
  const input = (changes: object = {}) => ({
    phone: aPhone(),
    name: "Asha Rao",
    email: "",
    vendingMachine: `${machine._id}`,
    lines: [line(cola, 2)],
    couponDiscount: 0,
    ...changes,
  });
  return { cola, deposit, profile, machine, line, input };
};

let phones = 7_000_000_000;
/** Nobody has it yet. */
export const aPhone = () => {
  phones += 1;
  return String(phones);
};

let count = 0;
/** A value that makes two calls different ones. */
export const anIdempotencyKey = () => {
  count += 1;
  return `key-${count}`;
};

/** A call of the intake; `null` leaves a header out. */
export const placing =
  (gateway: Pick<GatewayUnderTest, "request">, key: string | null) =>
  (body: object, idempotencyKey: string | null = anIdempotencyKey()) => {
    const call = gateway.request.post("/intake/orders");
    if (key !== null) call.set("x-api-key", key);
    if (idempotencyKey !== null) call.set("idempotency-key", idempotencyKey);
    return call.send(body);
  };
