import { expect, test } from "vitest";
import type { OrderDocument } from "../orders/order.document.server.ts";
import { anOrder, anOrderStep } from "../runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "../runtime/testing/stored-records.ts";
import { captureAuthorized } from "./capture-authorized.server.ts";
import { noProvider } from "./configured-provider.server.ts";
import { ProviderError, type ProviderErrorKind, type ProviderPayment } from "./provider.server.ts";

const aPayment = (options: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: "pay_1",
  status: "authorized",
  amount: 9_440,
  currency: "INR",
  order_id: "order_1",
  created_at: 1_795_000_000,
  ...options,
});
const byHand = (source: "operator" | "sweep") =>
  anOrderStep({ what: "moved", status: "payment canceled", source, reason: "asked to" });
const canceledBy = (source: "operator" | "sweep"): Partial<OrderDocument> => ({
  status: "payment canceled",
  steps: [byHand(source)],
});

/** The captures requested, and the statuses as they are then. */
const captured = async (
  order: Partial<OrderDocument>,
  payments: ProviderPayment[],
  { refusal, meanwhile = {} }: { refusal?: ProviderErrorKind; meanwhile?: Partial<OrderDocument> } = {},
) => {
  const requested: [string, number][] = [];
  const provider = {
    ...noProvider,
    capture: async (id: string, paise: number) => {
      requested.push([id, paise]);
      if (refusal) throw new ProviderError(refusal, "no");
      return aPayment({ status: "captured" });
    },
    ofOrder: async () => payments.map((one) => (one.id === "pay_1" ? aPayment({ status: "captured" }) : one)),
  };
  const stored = anOrder(aUser(), aMachine(), { providerOrderId: "order_1", ...order });
  const present = async () => ({ ...stored, ...meanwhile });
  const after = await captureAuthorized(provider, stored, payments, present);
  return [requested, after.map(({ status }) => status)];
};

const taken = [["pay_1", 9_440]];
const both = ["authorized", "captured"];
test.each<[string, Partial<OrderDocument>, ProviderPayment[], unknown[], string[]]>([
  ["authorized, our amount", {}, [aPayment()], taken, ["captured"]],
  ["authorized after it had failed", { status: "payment failed" }, [aPayment()], taken, ["captured"]],
  ["of an order that was unpaid for a day", canceledBy("sweep"), [aPayment()], taken, ["captured"]],
  ["of an order that an operator canceled", canceledBy("operator"), [aPayment()], [], ["authorized"]],
  ["another amount", {}, [aPayment({ amount: 9_439 })], [], ["authorized"]],
  ["another currency", {}, [aPayment({ currency: "USD" })], [], ["authorized"]],
  ["of another order", {}, [aPayment({ order_id: "order_2" })], [], ["authorized"]],
  ["not answered by its bank", {}, [aPayment({ status: "created" })], [], ["created"]],
  [
    "beside one that was captured",
    {},
    [aPayment({ id: "pay_2", status: "captured" }), aPayment()],
    [],
    ["captured", "authorized"],
  ],
  ["of two of one second, the other named first", {}, [aPayment({ id: "pay_2" }), aPayment()], taken, both],
  [
    "that is the older of two, the newer named first",
    {},
    [aPayment({ id: "pay_2", created_at: 1_795_000_009 }), aPayment()],
    taken,
    both,
  ],
])("a payment %s", async (_what, order, payments, requested, statuses) => {
  expect(await captured(order, payments)).toEqual([requested, statuses]);
});

test.each<[string, Partial<OrderDocument>]>([
  ["canceled by an operator", canceledBy("operator")],
  ["called paid by an operator", { status: "payment successful" }],
])("an order that was %s while the provider was queried takes no money", async (_what, meanwhile) => {
  expect(await captured({}, [aPayment()], { meanwhile })).toEqual([[], ["authorized"]]);
});

test("the provider takes it by itself at the same moment: its result is queried", async () => {
  expect(await captured({}, [aPayment()], { refusal: "refused" })).toEqual([taken, ["captured"]]);
});

test("a provider that goes away meanwhile is queried again later", async () => {
  await expect(captured({}, [aPayment()], { refusal: "unreachable" })).rejects.toMatchObject({ kind: "unreachable" });
});
