import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect } from "vitest";
import { rupeesOf } from "#shared/http/money.ts";
import { type BehaviourName, behaviourOf } from "../payment-provider/behaviours.ts";
import type { ActionOf } from "./actions.ts";
import type { BooksFixture, Shop } from "./books.fixture.ts";
import { anyOf, customerOf, type IdealBooks, nobody } from "./ideal-books.ts";
import { type Basket, couponOf, credit, isOwed, priced } from "./model.ts";

type ModelOrder = IdealBooks["orders"][number];

/** On a busy computer even this provider may be late: its callers then call again. */
const patiently = async <A extends { status: number }>(call: () => PromiseLike<A>, tries = 20): Promise<A> => {
  const answer = await call();
  return answer.status === 503 && tries > 1 ? patiently(call, tries - 1) : answer;
};

interface Requested {
  who: number;
  where: number;
  basket: Basket;
  coupon: number;
}

/** What the customers' app sends. */
const orderOf = (shop: Shop, { who, where, basket, coupon }: Requested) => {
  const line = (product: Shop["cola"], type: string, quantity: number) =>
    quantity > 0 ? [{ product: `${product._id}`, type, quantity }] : [];

  return {
    phone: shop.people[who]?.phone,
    vendingMachine: shop.machines[where]?.vendingMachineId,
    lines: [
      ...line(shop.cola, "unit", basket.colaUnit),
      ...line(shop.cola, "bundle", basket.colaBundle),
      ...line(shop.lime, "unit", basket.lime),
      ...line(shop.slot, "unit", basket.slots),
    ],
    couponDiscount: rupeesOf(coupon),
  };
};

/** The order is placed, and what it comes to is what the model says. */
const placeOrder = async (
  takes: BooksFixture["takes"],
  shop: Shop,
  books: IdealBooks,
  { who, where, coupon: percent, ...requested }: ActionOf<"order">,
): Promise<void> => {
  const { colaUnit, colaBundle, lime, slots } = requested;
  const basket = { colaUnit: colaUnit + colaBundle + lime + slots === 0 ? 1 : colaUnit, colaBundle, lime, slots };
  const customer = customerOf(books, who);
  const owed = books.penalties.filter((penalty) => penalty.customer === who && isOwed(penalty));
  const coupon = couponOf(basket, percent);
  const money = priced(customer, owed, basket, { coupon, gstBasisPoints: books.gstBasisPoints });
  const input = orderOf(shop, { who, where, basket, coupon });
  const key = randomUUID();
  const { status, body } = await patiently(() => takes.intake("/intake/orders", input, key));

  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.order).toMatchObject({
    gst: rupeesOf(money.gst),
    netAmount: rupeesOf(money.netAmount),
    securityDeposit: rupeesOf(money.securityDeposit),
    penalty: { totalPrice: rupeesOf(money.penalty) },
    discount: { couponDiscount: rupeesOf(coupon), totalDiscount: rupeesOf(money.discount) },
  });
  expect(body.payment?.amount ?? 0).toBe(rupeesOf(money.netAmount));
  const order: ModelOrder = {
    ...money,
    id: body.order._id,
    providerOrderId: body.payment?.providerOrderId ?? "",
    customer: who,
    machine: where,
    freeDeposits: books.freeDeposits,
    isPaid: false,
    flags: new Set(),
  };
  books.orders.push(order);
  if (money.netAmount === 0) credit(customer, order);
};

/** Actions that concern orders and their payments: done to the product, then to the model. */
export const performOrders = (fixture: BooksFixture, shop: Shop, books: IdealBooks) => {
  const { payments, takes } = fixture;
  const { staff } = takes;

  /** The provider was queried about it: the model reads its state now. */
  const pays = (order: ModelOrder): void => {
    credit(customerOf(books, order.customer), order);
    if (order.customer === nobody) order.flags.add("account deleted");
  };
  const heard = (order: ModelOrder): void => {
    if (order.isPaid) return;
    const known = payments.provider.books.ofOrder(order.providerOrderId).map(({ shown }) => shown);
    if (known.some(({ status }) => status === "voided")) return;
    const captured = known.filter(({ status, amount }) => status === "captured" && amount === order.netAmount);
    if (captured.length > 0) pays(order);
  };
  const verify = async (order: ModelOrder): Promise<void> => {
    const { status } = await patiently(() => staff.put("/payment/verify-payment", { _id: order.id }));
    expect([200, 409]).toContain(status);
    heard(order);
  };
  /** What was noticed is acted on after the notice was answered: who verifies then waits for it. */
  const pay = async (order: ModelOrder, how: BehaviourName): Promise<void> => {
    if (order.providerOrderId === "") return;
    await payments.pay(order, how);
    const { noticing, turns } = behaviourOf(how);
    if (noticing !== "lost" && turns.length > 0) await verify(order);
  };
  const edit = (order: ModelOrder, orderStatus: string) =>
    fixture.admin.put(`/orders/${order.id}`, { orderStatus, reason: "seen at the bank" });

  const revOf = async ({ id }: ModelOrder) =>
    (await fixture.mongo.collections.orders.findOne({ _id: new ObjectId(id) }))?.rev ?? 0;
  /** A request is not approved if its order changed after it was looked at. */
  const ask = async ({ which, meanwhile, decision }: ActionOf<"ask">): Promise<void> => {
    const order = anyOf(books.orders, which);
    if (!order) return;
    const rev = await revOf(order);
    const change = { orderStatus: "payment successful", rev };
    const request = () =>
      staff.post("/approvals", { kind: "order", record: order.id, change, reason: "seen at the bank" });
    const { status, body } = await request();
    const isRefused = order.isPaid || order.customer === nobody;
    expect([status, body.error && "refused"]).toEqual(isRefused ? [409, "refused"] : [200, undefined]);
    if (isRefused) return;
    if (meanwhile === "paid") await pay(order, "succeed");
    if (meanwhile === "edited") await edit(order, "payment failed");
    if (meanwhile === "asked again") expect((await request()).status).toBe(409);
    const isAsSeen = (await revOf(order)) === rev;
    const decide = () =>
      fixture.admin.post(
        `/approvals/${body.approval._id}/${decision}`,
        decision === "approve" ? {} : { reason: "no money there" },
      );
    const decided = (await Promise.all([decide(), decide()])).map((answer) => answer.status).sort();
    expect(decided).toEqual([decision === "decline" || isAsSeen ? 200 : 409, 409]);
    if (decision === "approve" && isAsSeen) pays(order);
  };

  return {
    ask,
    order: (action: ActionOf<"order">) => placeOrder(takes, shop, books, action),
    edit: async ({ which, to }: ActionOf<"edit">): Promise<void> => {
      const order = anyOf(books.orders, which);
      if (!order) return;
      const { status } = await edit(order, to);
      const isPaid = to === "payment successful";
      // For a deleted account's order, the status that it has already is no change.
      if (order.customer === nobody && !order.isPaid) return;
      expect(status).toBe(order.isPaid && !isPaid ? 409 : 200);
      if (isPaid && !order.isPaid) pays(order);
    },
    pay: async ({ which, how }: ActionOf<"pay">) => {
      const order = anyOf(books.orders, which);
      if (order) await pay(order, how);
    },
    later: async ({ which }: ActionOf<"later">) => {
      const order = anyOf(books.orders, which);
      if (!order) return;
      for (const { shown } of payments.provider.books.ofOrder(order.providerOrderId)) {
        await payments.provider.advance(shown.id);
        await verify(order);
      }
    },
    verify: async ({ which }: ActionOf<"verify">) => {
      const order = anyOf(books.orders, which);
      if (order) await verify(order);
    },
    storm: async ({ which }: ActionOf<"storm">) => {
      const order = anyOf(books.orders, which);
      if (!order || order.customer === nobody) return;
      const request = { _id: order.id };
      const [first, second] = await Promise.all([
        edit(order, "payment successful"),
        edit(order, "payment successful"),
        order.providerOrderId ? payments.pay(order, "succeed") : null,
        fixture.sweep(shop),
        staff.put("/payment/verify-payment", request),
        staff.put("/payment/verify-payment", request),
      ]);
      expect([first.status, second.status]).toEqual([200, 200]);
      if (!order.isPaid) pays(order);
      await verify(order);
      // The sweep looked after all of them.
      for (const one of books.orders) heard(one);
    },
    sweep: async ({ aDayLater }: ActionOf<"sweep">): Promise<void> => {
      await fixture.sweep(shop, aDayLater);
      for (const order of books.orders) heard(order);
    },
  };
};
