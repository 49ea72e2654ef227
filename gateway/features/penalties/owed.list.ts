import { owedList } from "#shared/penalties/owed-list.ts";
import type { OwedPenalty } from "#shared/penalties/penalty.schema.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { PenaltyDocument } from "#shared/users/accounts.document.server.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";
import type { Show } from "../../paged/paged-reader.ts";
import { penaltyView } from "./penalties.view.ts";

/** What is still to be paid, by whomever. */
export const owedPages = pagedAnswer({
  list: owedList,
  collection: ({ penalties }: Collections) => penalties,
  always: { paid: false, canceled: false },
  sorts: { createdAt: { field: "createdAt", index: "owed" } },
  filters: {},
  fields: {
    user: 1,
    amount: 1,
    quantity: 1,
    paid: 1,
    canceled: 1,
    message: 1,
    createdAt: 1,
    updatedAt: 1,
    rev: 1,
  },
});

/** With the names of whose they are, as they are now. */
export const showOwed =
  ({ collections: { users } }: Pick<Mongo, "collections">): Show<PenaltyDocument, OwedPenalty> =>
  async (found, dbSession) => {
    const people = found.map(({ user }) => user);
    const personOf = await readByIds(users, dbSession, people, ["name", "phone"]);
    return found.map((penalty) => {
      const { name = "", phone = "" } = personOf(penalty.user) ?? {};
      return { ...penaltyView(penalty), name, phone };
    });
  };
