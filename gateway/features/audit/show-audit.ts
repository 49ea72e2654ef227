import { seesAddresses, seesChanges } from "#shared/audit/audit.rules.ts";
import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { AuditDocument } from "#shared/runtime/upkeep.document.ts";
import type { Role } from "#shared/users/user.schema.ts";
import type { Show } from "../../paged/paged-reader.ts";
import { changesOf, labelOf } from "./changes-of.ts";

const others = {
  system: "Cansole",
  provider: "Payment provider",
  job: "Workers",
  intake: "Customers' app",
  operator: "",
};

/** Lines with the names that their operators have today. What this role may not see is left out. */
export const showAudit =
  ({ collections }: Pick<Mongo, "collections">, role: Role): Show<AuditDocument, AuditEntry> =>
  async (lines, dbSession) => {
    const ids = (kind: "operator" | "intake") => lines.map(({ actor }) => (actor.kind === kind ? actor.id : null));
    const operatorOf = await readByIds(collections.users, dbSession, ids("operator"), ["name"]);
    const keyOf = await readByIds(collections.apiKeys, dbSession, ids("intake"), ["name"]);
    return lines.map(({ _id, at, actor, from, verb, record, before, after, reason = "" }) => {
      const named = operatorOf(actor.id) ?? keyOf(actor.id);
      return {
        _id: _id.toHexString(),
        time: at.toISOString(),
        actor: { kind: actor.kind, _id: actor.id?.toHexString() ?? null, name: named?.name || others[actor.kind] },
        from: seesAddresses(role) || actor.kind === "job" ? (from ?? null) : null,
        verb,
        record: { collection: record.collection, _id: record.id, label: labelOf(before, after) },
        reason,
        changes: seesChanges(role, record.collection) ? changesOf(before, after) : null,
      };
    });
  };
