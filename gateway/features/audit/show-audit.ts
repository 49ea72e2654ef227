import type { ObjectId } from "mongodb";
import { seesAddresses, seesChanges } from "#shared/audit/audit.rules.ts";
import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import type { AuditDocument } from "#shared/runtime/documents/upkeep.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Role } from "#shared/users/user.schema.ts";
import type { Show } from "../paged/paged-reader.ts";
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
    const named = async (kind: "operator" | "intake"): Promise<[string, string][]> => {
      const ids = lines.flatMap(({ actor }): ObjectId[] => (actor.kind === kind && actor.id ? [actor.id] : []));
      const wanted = { _id: { $in: [...new Map(ids.map((id) => [id.toHexString(), id])).values()] } };
      const options = { session: dbSession, projection: { name: 1 } };
      const found =
        kind === "operator"
          ? await collections.users.find(wanted, options).toArray()
          : await collections.apiKeys.find(wanted, options).toArray();
      return found.map(({ _id, name }) => [_id.toHexString(), name]);
    };
    const names = new Map([...(await named("operator")), ...(await named("intake"))]);
    return lines.map(({ _id, at, actor, from, verb, record, before, after, reason = "" }) => {
      const id = actor.id?.toHexString() ?? null;
      return {
        _id: _id.toHexString(),
        time: at.toISOString(),
        actor: { kind: actor.kind, _id: id, name: (id && names.get(id)) || others[actor.kind] },
        from: seesAddresses(role) || actor.kind === "job" ? from : null,
        verb,
        record: { collection: record.collection, _id: record.id, label: labelOf(before, after) },
        reason,
        changes: seesChanges(role, record.collection) ? changesOf(before, after) : null,
      };
    });
  };
