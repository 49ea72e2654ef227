import type { ObjectId } from "mongodb";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { AuditDocument } from "#shared/runtime/upkeep.document.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { showAudit } from "../audit/show-audit.ts";
import type { TimelinePart } from "./timeline-part.ts";
import { type When, wholeMoments } from "./whole-moments.ts";

/** MongoDB merges the sorted entries of up to 200 values of an index. */
const idsAtOnce = 100;

/** What the audit says of a machine, its unit and its containers of today. */
export const createTimelineChanges = (mongo: Mongo, least: number) => {
  const { audit, containers, units } = mongo.collections;

  const audited = async (
    kind: "stock" | "change",
    ids: ObjectId[],
    before: Date,
    role: Role,
  ): Promise<TimelinePart> => {
    const named = ids.map((id) => id.toHexString());
    const chunks = Array.from({ length: Math.ceil(named.length / idsAtOnce) }, (_, at) =>
      named.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
    );
    const find = async (at: When, limit: number): Promise<AuditDocument[]> => {
      const found = await Promise.all(
        chunks.map((some) =>
          audit
            .find({ "record.id": { $in: some }, at })
            .sort({ at: -1, _id: -1 })
            .limit(limit)
            .toArray(),
        ),
      );
      const newest = found.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
      return limit === 0 ? newest : newest.slice(0, limit);
    };
    const { rows, isAll } = await wholeMoments(find, ({ at }) => at, before, least);
    const show = showAudit(mongo, role);
    const { found } = await mongo.readAsOf(async (dbSession) => show(rows, dbSession, []));
    return { entries: found.map((entry): TimelineEntry => ({ kind, at: entry.time, entry })), isAll };
  };

  return {
    stock: async (machine: ObjectId, before: Date, role: Role): Promise<TimelinePart> => {
      const of = await containers.find({ machine }).project<{ _id: ObjectId }>({ _id: 1 }).toArray();
      return audited(
        "stock",
        of.map(({ _id }) => _id),
        before,
        role,
      );
    },
    change: async (machine: ObjectId, before: Date, role: Role): Promise<TimelinePart> => {
      const of = await units
        .find({ machine: { $type: "objectId", $eq: machine } })
        .project<{ _id: ObjectId }>({ _id: 1 })
        .toArray();
      return audited("change", [machine, ...of.map(({ _id }) => _id)], before, role);
    },
  };
};
