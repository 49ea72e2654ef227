import type { Filter, ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { isAbout, isInHours } from "#shared/alarms/alarm-rule.rules.ts";
import { dutyOf, type OnDuty } from "#shared/alarms/duty.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  timeZone: string;
}

/** An operator who is to be notified, by a rule. */
export interface Turn extends OnDuty {
  rule: ObjectId;
}

/** The regions of the machines that an alarm is about. */
const regionsOf = async ({ collections: { machines, regions } }: Parts["mongo"], alarm: AlarmDocument) => {
  const ids = alarm.machine ? [alarm.machine] : alarm.members.map(({ _id }) => _id);
  const found = await machines.find({ _id: { $in: ids } }, { projection: { profile: 1 } }).toArray();
  const profiles = found.map(({ profile }) => profile);
  // The second condition is always true of a match; it lets MongoDB use the partial index.
  const around = await regions.find({ profiles: { $in: profiles }, "profiles.0": { $exists: true } }).toArray();
  return around.map(({ _id }) => _id.toHexString());
};

export type Rota = Awaited<ReturnType<typeof readRota>>;

/** The rules as they are at this moment (milliseconds since 1970), and the operators of their rotas who may sign in. */
export const readRota = async ({ mongo, timeZone }: Parts, now: number) => {
  const { alarmRules, users } = mongo.collections;
  const stored = await alarmRules.find({}, { hint: "_id_" }).toArray();
  const enabled = stored.filter((rule) => rule.enabled);
  const rules = enabled.filter(({ hours }) => isInHours(hours, now, timeZone));
  const ids = rules.flatMap(({ rota }) => rota.map(({ operator }) => operator));
  const mayBeNotified: Filter<UserDocument> = { _id: { $in: ids }, role: { $in: operatorRoles }, suspend: false };
  const known = ids.length > 0 ? await users.find(mayBeNotified, { projection: { name: 1 } }).toArray() : [];
  const nameOf = new Map(known.map(({ _id, name }) => [_id.toHexString(), name]));

  const orderOf = (rule: AlarmRuleDocument): Turn[] =>
    dutyOf(rule, nameOf, now, timeZone).map(({ operator, name }) => ({ rule: rule._id, operator, name }));

  return {
    /**
     * Who has this alarm by the rules that are about it, and whether it goes to webhooks: every alarm does until a rule
     * says which.
     */
    about: async (alarm: AlarmDocument): Promise<{ turns: Turn[]; byWebhook: boolean }> => {
      const needsRegions = rules.some(({ regions }) => regions.length > 0);
      const regions = needsRegions ? await regionsOf(mongo, alarm) : [];
      const chosen = rules.filter((rule) =>
        isAbout({ ...rule, regions: rule.regions.map((id) => id.toHexString()) }, alarm, regions),
      );
      return {
        turns: chosen.flatMap((rule) => orderOf(rule).slice(0, 1)),
        byWebhook: chosen.some(({ webhook }) => webhook) || !enabled.some(({ webhook }) => webhook),
      };
    },

    /** Who is notified after them, because nobody acknowledged it in time; null where it is nobody's turn yet. */
    after: ({ rule: id, operator, at }: NonNullable<AlarmDocument["notified"]>[number]): Turn | null => {
      const rule = rules.find(({ _id }) => _id.equals(id));
      if (!rule || rule.nextAfterMinutes === null || now - at.getTime() < rule.nextAfterMinutes * 60_000) return null;
      const order = orderOf(rule);
      const place = order.findIndex((turn) => turn.operator.equals(operator));
      const next = order[(place + 1) % order.length];
      return next && !next.operator.equals(operator) ? next : null;
    },
  };
};
