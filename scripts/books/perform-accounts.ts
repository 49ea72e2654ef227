import { expect } from "vitest";
import { rupeesOf } from "#shared/http/money.ts";
import type { ActionOf } from "./actions.ts";
import type { BooksFixture, Shop } from "./books.fixture.ts";
import { anyOf, customerOf, type IdealBooks, type ModelTake } from "./ideal-books.ts";
import { addCans, cansIn, type ModelCustomer, placeOf } from "./model.ts";

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
      expect(status).toBe(take.state === "opened" ? 200 : 409);
      if (take.state !== "opened") return;
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
      expect(status).toBe(200);
      Object.assign(penalty, to);
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
