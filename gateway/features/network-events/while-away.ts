import type { ObjectId } from "mongodb";
import { type Away, longestAwayMs, shortestAwayMs } from "#shared/network-events/while-away.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { SignedIn } from "../../http/login.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createAwayFacts } from "./away-facts.ts";
import { awayLinesOf, type FoundAway } from "./away-lines.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock">;

/**
 * What happened between an operator's last visit, which is the last use of any of their earlier sign-ins, and this one.
 * Read from alarms, transactions and the audit by their indexes; nothing is stored for it.
 */
export const createWhileAway = ({ mongo, clock }: Parts) => {
  const { logins, machines } = mongo.collections;
  const { alarmsOf, failedVendsOf, actionsOf } = createAwayFacts({ mongo, clock });

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
