import type { Filter, ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { isAbout, isInHours } from "#shared/alarms/alarm-rule.rules.ts";
import { dutyOf, type OnDuty } from "#shared/alarms/duty.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";
import { isInFuture } from "./finding.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  timeZone: string;
}

/** An operator who is to be notified, by a rule. */
export interface Turn extends OnDuty {
  rule: ObjectId;
}

interface About {
  turns: Turn[];
  byWebhook: boolean;
  isOver: (given: Pick<Turn, "rule">) => boolean;
}

type RegionsOf = (alarm: AlarmDocument) => string[];
const machinesOf = ({ machine, members }: AlarmDocument) => (machine ? [machine] : members.map(({ _id }) => _id));

/** The regions of the machines that alarms are about, read once for all of them. */
const readRegions = async (
  { collections: { machines, regions } }: Parts["mongo"],
  alarms: readonly AlarmDocument[],
): Promise<RegionsOf> => {
  const ids = alarms.flatMap(machinesOf);
  const [found, all] = await Promise.all([
    machines.find({ _id: { $in: ids } }, { projection: { profile: 1 } }).toArray(),
    regions.find({}, { hint: "_id_", projection: { profiles: 1 } }).toArray(),
  ]);
  const ofProfile = new Map(
    all.flatMap(({ _id, profiles }) => profiles.map((profile) => [profile.toHexString(), _id.toHexString()] as const)),
  );
  const ofMachine = new Map(found.map(({ _id, profile }) => [_id.toHexString(), ofProfile.get(profile.toHexString())]));
  return (alarm) => machinesOf(alarm).flatMap((id) => ofMachine.get(id.toHexString()) ?? []);
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
     * Of each of these alarms: the operators to whom the rules about it give it now, whether it goes to webhooks (every
     * alarm does until a rule says which ones do), and whether a rule that gave it to somebody is over: it was removed
     * or switched off, or is about other alarms by now.
     */
    about: async (alarms: readonly AlarmDocument[]): Promise<(alarm: AlarmDocument) => About> => {
      const needsRegions = alarms.length > 0 && enabled.some(({ regions }) => regions.length > 0);
      const regionsOf: RegionsOf = needsRegions ? await readRegions(mongo, alarms) : () => [];
      return (alarm) => {
        const regions = regionsOf(alarm);
        const about = enabled.filter((rule) =>
          isAbout({ ...rule, regions: rule.regions.map((id) => id.toHexString()) }, alarm, regions),
        );
        const chosen = about.filter((rule) => rules.includes(rule));
        return {
          turns: chosen.flatMap((rule) => orderOf(rule).slice(0, 1)),
          byWebhook: chosen.some(({ webhook }) => webhook) || !enabled.some(({ webhook }) => webhook),
          isOver: ({ rule }) => !about.some(({ _id }) => _id.equals(rule)),
        };
      };
    },

    /**
     * The same operator once more, or the first of the rota who is there if they are away or may not sign in any more;
     * null out of the rule's hours.
     */
    again: ({ rule: id, operator }: Pick<Turn, "rule" | "operator">): Turn | null => {
      const rule = rules.find(({ _id }) => _id.equals(id));
      const order = rule ? orderOf(rule) : [];
      return order.find((turn) => turn.operator.equals(operator)) ?? order[0] ?? null;
    },

    /**
     * Who is notified next, because nobody acknowledged the alarm in time, or the operator who has it may not sign in
     * any more, is away or was taken out of the rota; null if it is nobody's turn yet.
     */
    after: ({ rule: id, operator, at }: NonNullable<AlarmDocument["notified"]>[number]): Turn | null => {
      const rule = rules.find(({ _id }) => _id.equals(id));
      if (!rule) return null;
      const { nextAfterMinutes } = rule;
      const hadMs = now - at.getTime();
      const isLate = nextAfterMinutes !== null && (isInFuture(at, now) || hadMs >= nextAfterMinutes * 60_000);
      const order = orderOf(rule);
      const place = order.findIndex((turn) => turn.operator.equals(operator));
      if (place !== -1 && !isLate) return null;
      const next = order[(place + 1) % order.length];
      return next && !next.operator.equals(operator) ? next : null;
    },
  };
};
