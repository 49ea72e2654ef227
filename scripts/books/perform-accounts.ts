import { expect } from "vitest";
import { rupeesOf } from "#shared/http/money.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import type { ActionOf } from "./actions.ts";
import type { BooksFixture, Shop } from "./books.fixture.ts";
import { anyOf, customerOf, type IdealBooks, type ModelTake, nobody } from "./ideal-books.ts";
import { addCans, cansIn, isOwed, type ModelCustomer, newCustomer, placeOf } from "./model.ts";

const mayTake = ({ needDeposit, needSecurityDeposit, cans, deposit }: ModelCustomer, place: string): boolean => {
  const { depositBought, freeDeposit, depositUsed, securityDeposit } = deposit;
  const hasSlot = !needDeposit || depositBought + freeDeposit > depositUsed;
  return (cans.get(place) ?? 0) > 0 && hasSlot && (!needSecurityDeposit || securityDeposit > 0);
};

/** How a can that was taken ends. */
const createEnds = (fixture: BooksFixture, books: IdealBooks) => {
  const { staff, intake } = fixture.takes;
  const freeSlot = (take: ModelTake): void => {
    const { deposit } = customerOf(books, take.customer);
    if (take.holdsSlot) deposit.depositUsed = Math.max(0, deposit.depositUsed - 1);
    take.holdsSlot = false;
  };

  return {
    opened: async (take: ModelTake) => {
      if (take.state !== "pending") return;
      await fixture.seenOpen(take.transactionId);
      take.state = "opened";
    },
    refunded: async (take: ModelTake) => {
      const { status } = await staff.put(`${take.path}/refund-can`, {});
      expect(status).toBe(take.state === "pending" ? 200 : 409);
      if (take.state !== "pending") return;
      take.state = "refunded";
      addCans(customerOf(books, take.customer), take.place, 1);
      freeSlot(take);
    },
    returned: async (take: ModelTake) => {
      const { status } = await intake("/intake/returns", { transactionId: take.transactionId });
      const isReturned = take.state === "opened" && take.customer !== nobody;
      expect(status).toBe(isReturned ? 200 : 409);
      if (!isReturned) return;
      take.state = "returned";
      freeSlot(take);
    },
  };
};

/** Actions that concern penalties, cans and deposits: done to the product, then to the model. */
export const performAccounts = (fixture: BooksFixture, shop: Shop, books: IdealBooks) => {
  const { staff, intake } = fixture.takes;
  const idOf = (who: number) => `${shop.people[who]?._id}`;

  const ends = createEnds(fixture, books);

  return {
    penalty: async ({ who, amount, quantity }: ActionOf<"penalty">) => {
      const { status, body } = await staff.post(`/penalty/${idOf(who)}`, { amount: rupeesOf(amount), quantity });
      expect(status).toBe(200);
      books.penalties.push({ id: body.penalty._id, customer: who, amount, quantity, paid: false, canceled: false });
    },
    settle: async ({ which, to }: ActionOf<"settle">) => {
      const penalty = anyOf(books.penalties, which);
      if (!penalty) return;
      const { status } = await staff.put(
        `/penalty/${penalty.id}`,
        to.amount === undefined ? to : { ...to, amount: rupeesOf(to.amount) },
      );
      expect(status).toBe(penalty.customer === nobody ? 409 : 200);
      if (penalty.customer !== nobody) Object.assign(penalty, to);
    },
    cans: async ({ who, where, product, count }: ActionOf<"cans">) => {
      const customer = customerOf(books, who);
      const place = placeOf(where, product);
      const more = count - (customer.cans.get(place) ?? 0);
      const { status, body } = await staff.put(`/cans/${idOf(who)}`, {
        vendingMachine: shop.machines[where]?.vendingMachineId,
        brand: shop[product].brand,
        cans: count,
        totalCans: cansIn(customer) + more,
      });
      expect([status, body.error]).toEqual([200, undefined]);
      addCans(customer, place, more);
    },
    deposit: async ({ who, figures, switches }: ActionOf<"deposit">) => {
      const { deposit, securityDeposit, ...counts } = figures;
      const { status } = await staff.put(`/deposit/${idOf(who)}`, {
        ...counts,
        ...switches,
        ...(deposit === undefined ? {} : { deposit: rupeesOf(deposit) }),
        ...(securityDeposit === undefined ? {} : { securityDeposit: rupeesOf(securityDeposit) }),
      });
      expect(status).toBe(200);
      Object.assign(customerOf(books, who).deposit, figures, switches);
    },
    leave: async ({ who }: ActionOf<"leave">) => {
      const person = shop.people[who];
      if (!person) return;
      const { orders, users } = fixture.mongo.collections;
      const asked = await intake("/intake/account-deletion", { phone: person.phone });
      const path = `/account-deletion/${asked.body.request._id}`;
      const { standing } = (await fixture.admin.get(path)).body;
      const owned = <T extends { customer: number }>(many: T[]) => many.filter(({ customer }) => customer === who);
      const isUnderWay =
        (await orders.countDocuments({ user: person._id, status: "processing" })) > 0 ||
        owned(books.takes).some(({ state }) => state === "pending");
      const { status } = await fixture.admin.post(path, { standing });
      expect([asked.status, status]).toEqual([200, isUnderWay ? 409 : 200]);
      const { deposit } = customerOf(books, who);
      expect(standing).toMatchObject({
        cans: cansIn(customerOf(books, who)),
        deposit: rupeesOf(deposit.deposit),
        securityDeposit: rupeesOf(deposit.securityDeposit),
        depositUsed: deposit.depositUsed,
      });
      if (isUnderWay) return;
      for (const penalty of owned(books.penalties)) penalty.canceled ||= isOwed(penalty);
      for (const one of [...owned(books.penalties), ...owned(books.orders), ...owned(books.takes)])
        one.customer = nobody;
      books.customers[who === 0 ? 0 : 1] = newCustomer();
      books.gone.push(`${person._id}`);
      const next = aUser({ role: "customer" });
      await users.insertOne(next);
      shop.people[who] = next;
    },
    person: async ({ who, to }: ActionOf<"person">) => {
      expect((await staff.put(`/users/${idOf(who)}`, to)).status).toBe(200);
      Object.assign(customerOf(books, who), to);
    },
    take: async ({ who, where, product }: ActionOf<"take">) => {
      const customer = customerOf(books, who);
      const place = placeOf(where, product);
      const may = mayTake(customer, place);
      const { status, body } = await intake("/intake/transactions", {
        phone: shop.people[who]?.phone,
        vendingMachine: shop.machines[where]?.vendingMachineId,
        product: `${shop[product]._id}`,
      });
      expect([status, may ? undefined : "refused"]).toEqual([may ? 200 : 409, body.error && "refused"]);
      if (!may) return;
      const { _id, transactionId } = body.transaction;
      const holdsSlot = customer.needDeposit;
      books.takes.push({
        transactionId,
        path: `/transactions/${_id}`,
        customer: who,
        place,
        state: "pending",
        holdsSlot,
      });
      addCans(customer, place, -1);
      if (holdsSlot) customer.deposit.depositUsed += 1;
    },
    can: async ({ which, end }: ActionOf<"can">) => {
      const take = anyOf(books.takes, which);
      if (take) await ends[end](take);
    },
  };
};
