import type { Document, WithId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { withoutPerson } from "#shared/reports/report-query.ts";
import type { GatewayParts } from "../parts.ts";
import type { PagedAnswer, PagedQuery } from "./paged-answer.ts";
import { createPagedReader, type Show } from "./paged-reader.ts";

/** What the query of a whole list says of how it is sent, not of what is in it. */
const ofSending = new Set(["sort", "page", "download"]);
const filtersOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter(
      (one): one is [string, string] => typeof one[1] === "string" && !ofSending.has(one[0]),
    ),
  );

/** Lists as operators read them. A whole list may contain the names of all customers: the audit says who took one. */
export const createServedPages = (parts: Pick<GatewayParts, "mongo" | "config" | "limits" | "audit">) => {
  const { mongo, audit } = parts;
  const { page, all } = createPagedReader(parts);
  return {
    page,
    /** Every row, once the audit has the list, by what it was found, and how many rows it has. */
    takeAll: async <L extends AnyPagedList, D extends Document, View>(
      actor: Actor,
      answer: PagedAnswer<L, D>,
      query: PagedQuery<L>,
      show: Show<WithId<D>, View>,
    ) => {
      const taken = await all(answer, query, show);
      const line = {
        verb: "list.downloaded",
        record: { collection: answer.collection(mongo.collections).collectionName, id: "" },
        before: null,
        after: { ...withoutPerson(filtersOf(query as object)), rows: taken.figures.total },
      };
      try {
        await mongo.inTransaction((dbSession) => audit.write(dbSession, actor, line));
      } catch (error) {
        await taken.end();
        throw error;
      }
      return taken;
    },
  };
};
export type ServedPages = ReturnType<typeof createServedPages>;
