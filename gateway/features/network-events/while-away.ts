import type { ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { type Away, longestAwayMs, shortestAwayMs } from "#shared/network-events/while-away.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import { openedWithinMs } from "#shared/transactions/can-case.schema.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";
import type { SignedIn } from "../../http/login.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { awayLinesOf, type FoundAway } from "./away-lines.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock">;
interface Span {
  from: Date;
  until: Date;
}

/** Of each: an installation that raises more is not read to its end by anybody. */
const mostAlarms = 500;
const mostActions = 10_000;
/** Of oneself, or of files: it changes nothing of the network. */
const ownVerbs = /^(login|report)\.|^sales\.downloaded$/;

/**
 * What happened between an operator's last visit, which is the last use of any of their earlier sign-ins, and this one.
 * Read from alarms, transactions and the audit by their indexes; nothing is stored for it.
 */
export const createWhileAway = ({ mongo, clock }: Parts) => {
  const { logins, users, machines, alarms, canTransactions, audit } = mongo.collections;

  /** Null where they have never been here, or were until a moment ago. */
  const absenceOf = async ({ userId, loginId }: SignedIn, session: DbSession) => {
    const all = await logins.find({ user: userId }, { session }).toArray();
    const until = all.find(({ _id }) => _id.equals(loginId))?.createdAt;
    if (!until) return null;
    const earlier = all.filter(({ createdAt }) => createdAt < until);
    const left = Math.max(...earlier.map(({ createdAt, lastUsedAt }) => +(lastUsedAt ?? createdAt)));
    if (earlier.length === 0 || +until - left < shortestAwayMs) return null;
    const isCut = +until - left > longestAwayMs;
    return { from: new Date(isCut ? +until - longestAwayMs : left), until, isCut };
  };

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

  const read = async (signedIn: SignedIn, session: DbSession): Promise<Away | null> => {
    const absence = await absenceOf(signedIn, session);
    if (!absence) return null;
    const raised = await alarmsOf(absence, session);
    const waiting = await failedVendsOf(absence, session);
    const actions = await actionsOf(signedIn.userId, absence, session);
    const ids = [...raised.map(({ machine }) => machine), ...waiting.map(({ _id }) => _id)];
    const machineOf = await readByIds(machines, session, ids, ["name"]);
    const named = (id: ObjectId | null) => {
      const machine = machineOf(id);
      return machine ? { _id: machine._id.toHexString(), name: machine.name } : null;
    };
    const found: FoundAway = {
      alarms: raised.map(({ _id, kind, subject, machine, ...alarm }) => ({
        ...alarm,
        _id: _id.toHexString(),
        subject: `${kind} ${subject.id}`,
        isOutage: kind === "machine-offline" || kind === "region-offline",
        machine: named(machine),
      })),
      failedVends: waiting.flatMap(({ _id, count, at, transaction }) => {
        const machine = named(_id);
        return machine ? [{ machine, count, at, transaction: transaction.toHexString() }] : [];
      }),
      actions,
    };
    const { lines, more } = awayLinesOf(found, clock.now());
    if (lines.length === 0) return null;
    const { from, until, isCut } = absence;
    return { from: from.toISOString(), until: until.toISOString(), isCut, lines, more };
  };

  return (signedIn: SignedIn) => mongo.answerAsOf(async (session) => ({ away: await read(signedIn, session) }));
};
