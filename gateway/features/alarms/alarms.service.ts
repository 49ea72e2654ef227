import { ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { alarmRecord } from "#shared/alarms/alarm.record.ts";
import { clearedText, longestSnoozeMs, mostSteps } from "#shared/alarms/alarm.rules.ts";
import { type Alarm, type AlarmStep, severities } from "#shared/alarms/alarm.schema.ts";
import { whyNotClear } from "#shared/alarms/alarm-kinds.ts";
import type { AlarmChange } from "#shared/alarms/alarm-work.schema.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { SignedIn } from "../../http/login.ts";
import { changeRecord, onlyOf, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { readShownNames } from "../../records/shown-names.ts";
import { readWorstAlarms } from "../../records/worst-alarms.ts";
import { alarmView, operatorIn } from "./alarms.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;
type Users = Mongo["collections"]["users"];
type Fields = Partial<AlarmDocument>;
/** What an operator makes of an alarm, as it is then. */
type Making = (alarm: AlarmDocument, now: Date, dbSession: DbSession) => Promise<Fields> | Fields;

type How = { verb: string; rev?: number | undefined; reason?: string; making: Making };

const mostCleared = 200;

const stepOf =
  (by: ObjectId, at: Date) =>
  (step: AlarmStep, words = "") => ({ at, step, by, words });
const withSteps = ({ history }: AlarmDocument, ...steps: AlarmDocument["history"]) =>
  [...history, ...steps].slice(-mostSteps);

const requireOpen = ({ state }: AlarmDocument) => {
  if (state === "cleared") throw new DomainError("conflict", clearedText);
};
/** Throws where nobody is there who could do it. */
const requireColleague = async (users: Users, id: string, dbSession: DbSession): Promise<void> => {
  const found = await users.findOne({ _id: new ObjectId(id) }, { session: dbSession });
  if (!found || !isOperator(found.role) || found.suspend)
    throw new DomainError("invalid", "assignee: must be an operator who may sign in");
};
const snoozeOf = (until: string | null, now: Date): Date | null => {
  if (until === null) return null;
  const at = new Date(until);
  if (at <= now) throw new DomainError("invalid", "snoozedUntil: must be in the future");
  if (at.getTime() - now.getTime() > longestSnoozeMs)
    throw new DomainError("invalid", "snoozedUntil: must be within 7 days");
  return at;
};

const changed = (
  users: Users,
  userId: ObjectId,
  { seen, assignee, snoozedUntil }: Omit<AlarmChange, "rev">,
): Making => {
  return async (alarm, now, dbSession) => {
    requireOpen(alarm);
    const step = stepOf(userId, now);
    const fields: Fields = {};
    const steps: AlarmDocument["history"] = [];
    const acknowledge = () => {
      if (alarm.seenBy || fields.seenBy) return;
      Object.assign(fields, { seenBy: userId, seenAt: now });
    };
    if (seen === true && !alarm.seenBy) {
      acknowledge();
      steps.push(step("acknowledged"));
    }
    if (seen === false && alarm.seenBy) Object.assign(fields, { seenBy: null, seenAt: null });
    if (assignee !== undefined && assignee !== (alarm.assignee?.toHexString() ?? null)) {
      if (assignee !== null) await requireColleague(users, assignee, dbSession);
      fields.assignee = assignee === null ? null : new ObjectId(assignee);
      steps.push(step(assignee === null ? "unassigned" : "assigned", assignee ?? ""));
      if (assignee !== null) acknowledge();
    }
    if (snoozedUntil !== undefined) {
      const until = snoozeOf(snoozedUntil, now);
      if (until?.getTime() !== alarm.snoozedUntil?.getTime()) {
        fields.snoozedUntil = until;
        steps.push(step(until ? "snoozed" : "woken", until?.toISOString() ?? ""));
      }
    }
    return steps.length > 0 ? { ...fields, history: withSteps(alarm, ...steps) } : fields;
  };
};

/** Alarms as operators see them, and what they make of them: seen, assigned, snoozed, commented, cleared. */
export const createAlarmsService = ({ mongo, audit, clock }: Parts) => {
  const { alarms, users } = mongo.collections;

  const showAll = async (found: AlarmDocument[], dbSession: DbSession): Promise<Alarm[]> => {
    const people = found.flatMap(({ seenBy, assignee, clearedBy, history }) =>
      [seenBy, assignee, clearedBy, ...history.flatMap((step) => [step.by, operatorIn(step)])].filter(
        (one) => one !== null,
      ),
    );
    const names = await readShownNames(mongo, dbSession, { people, machines: [] });
    return found.map((alarm) => alarmView(alarm, names));
  };
  const show = async (alarm: AlarmDocument, dbSession: DbSession): Promise<Alarm> =>
    onlyOf(await showAll([alarm], dbSession));

  const make = (actor: Actor, id: string, { making, ...how }: How) =>
    changeRecord({ mongo, audit }, actor, {
      definition: alarmRecord,
      id: new ObjectId(id),
      ...how,
      fields: (alarm, dbSession) => making(alarm, new Date(clock.now()), dbSession),
      show,
    });

  return {
    list: () =>
      mongo.answerAsOf(async (session) => {
        const found = await readWorstAlarms(mongo.collections, severities, { session });
        const total = await alarms.countDocuments({ state: "open" }, { session, hint: "open" });
        return { alarms: await showAll(found, session), total };
      }),
    cleared: () =>
      mongo.answerAsOf(async (session) => {
        const found = await alarms
          .find({ clearedAt: { $type: "date" } }, { session, hint: "cleared" })
          .sort({ clearedAt: -1 })
          .limit(mostCleared)
          .toArray();
        return { alarms: await showAll(found, session) };
      }),

    /** Throws `missing`. */
    read: (id: string) =>
      mongo.answerAsOf(async (session) => ({
        alarm: await show(await requireRecord(mongo, session, alarmRecord, id), session),
      })),

    change: (by: SignedIn, actor: Actor, id: string, { rev, ...change }: AlarmChange) =>
      make(actor, id, { verb: "alarm.changed", rev, making: changed(users, by.userId, change) }),

    /** Also on one that has cleared: what was found at the machine is known later. */
    comment: (by: SignedIn, actor: Actor, id: string, comment: string) =>
      make(actor, id, {
        verb: "alarm.commented",
        making: (alarm, now) => ({ history: withSteps(alarm, stepOf(by.userId, now)("commented", comment)) }),
      }),

    clear: (by: SignedIn, actor: Actor, id: string, { reason, rev }: { reason: string; rev?: number | undefined }) =>
      make(actor, id, {
        verb: "alarm.cleared",
        rev,
        reason,
        making: (alarm, now) => {
          const why = whyNotClear(alarm);
          if (why !== null) throw new DomainError("conflict", why);
          return {
            state: "cleared",
            clearedAt: now,
            clearedBy: by.userId,
            history: withSteps(alarm, stepOf(by.userId, now)("cleared", reason)),
            due: alarm.isAnnounced ? [...(alarm.due ?? []), "cleared"] : [],
          };
        },
      }),
  };
};
