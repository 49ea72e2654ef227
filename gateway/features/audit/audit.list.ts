import { ObjectId } from "mongodb";
import { auditList } from "#shared/audit/audit-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { talliedAudit } from "#shared/runtime/tallies/tallied-lists.ts";
import { equals } from "../../paged/narrowings.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";

/** The audit as it was written. What leaves least leads. */
export const auditPages = pagedAnswer({
  list: auditList,
  collection: ({ audit }: Collections) => audit,
  always: {},
  days: "at",
  sorts: { time: { field: "at", index: "time" } },
  filters: {
    record: equals("record.id", "recordTime"),
    actor: (id) => ({ filter: { "actor.id": new ObjectId(id) }, index: "actorTime" }),
    kind: equals("record.collection", "kindTime"),
  },
  tallied: talliedAudit,
  fields: { at: 1, actor: 1, from: 1, verb: 1, record: 1, before: 1, after: 1, reason: 1 },
});
