import type { ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { openedWithinMs } from "#shared/transactions/can-case.schema.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";

interface Span {
  from: Date;
  until: Date;
}

/** For each: an installation that raises more is not read to its end by anybody. */
const mostAlarms = 500;
const mostActions = 10_000;
/** Actions about oneself or about files: they change nothing in the network. */
const ownVerbs = /^(login|report|list)\.|^sales\.downloaded$/;

/** What of an absence is read, each by an index. */
export const createAwayFacts = ({ mongo, clock }: Pick<FeatureParts, "mongo" | "clock">) => {
  const { users, alarms, canTransactions, audit } = mongo.collections;

  /** Critical ones that began or ended meanwhile. */
  const alarmsOf = async ({ from, until }: Span, session: DbSession): Promise<AlarmDocument[]> => {
    const of = { severity: "critical" as const, startedAt: { $lt: until } };
    const options = { session, projection: { history: 0 } };
    const [open, cleared] = [
      await alarms
        .find({ ...of, state: "open", lastAt: { $gte: from } }, options)
        .limit(mostAlarms)
        .toArray(),
      await alarms
        .find({ ...of, clearedAt: { $gte: from } }, options)
        .sort({ clearedAt: -1 })
        .limit(mostAlarms)
        .toArray(),
    ];
    return [...open, ...cleared];
  };

  /** Cans that wait for somebody, by machine. */
  const failedVendsOf = ({ from, until }: Span, session: DbSession) =>
    canTransactions
      .aggregate<{ _id: ObjectId; count: number; at: Date; transaction: ObjectId }>(
        [
          {
            $match: {
              status: "pending",
              time: { $gte: from, $lt: new Date(Math.min(+until, clock.now() - openedWithinMs)) },
            },
          },
          { $sort: { time: -1 } },
          { $group: { _id: "$machine", count: { $sum: 1 }, at: { $first: "$time" }, transaction: { $first: "$_id" } } },
        ],
        { session, hint: "pending" },
      )
      .toArray();

  /** What other operators did, by operator and verb. */
  const actionsOf = async (me: ObjectId, { from, until }: Span, session: DbSession) => {
    const found = await users
      .find({ role: { $in: operatorRoles }, _id: { $ne: me } }, { session })
      .project<{ _id: ObjectId; name: string }>({ name: 1 })
      .toArray();
    const nameOf = new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
    const rows = await audit
      .aggregate<{ _id: { by: ObjectId; verb: string }; count: number; at: Date; record: string }>(
        [
          { $match: { "actor.id": { $in: found.map(({ _id }) => _id) }, at: { $gte: from, $lt: until } } },
          { $sort: { at: -1 } },
          { $limit: mostActions },
          { $match: { verb: { $not: ownVerbs } } },
          {
            $group: {
              _id: { by: "$actor.id", verb: "$verb" },
              count: { $sum: 1 },
              at: { $first: "$at" },
              record: { $first: "$record.id" },
            },
          },
        ],
        { session, hint: "actorTime" },
      )
      .toArray();
    return rows.map(({ _id: { by, verb }, ...of }) => {
      const _id = by.toHexString();
      return { by: { _id, name: nameOf.get(_id) ?? "" }, verb, ...of };
    });
  };

  return { alarmsOf, failedVendsOf, actionsOf };
};
