import { type AnyBulkWriteOperation, MongoBulkWriteError, type ObjectId, type UpdateFilter } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import { duplicateKey, type Mongo } from "#shared/runtime/mongo.ts";
import {
  againWithinMs,
  changed,
  cleared,
  due,
  grown,
  happenedAgain,
  isTouched,
  newAlarm,
  raisedAgain,
  stepped,
} from "./alarm-changes.ts";
import type { Finding } from "./finding.ts";
import { type QuietOf, quietNow } from "./under-work.ts";

type Alarms = Mongo["collections"]["alarms"];
type Write = AnyBulkWriteOperation<AlarmDocument>;

const keyOf = (kind: string, subject: string) => `${kind}/${subject}`;
const isSameFacts = (alarm: AlarmDocument, { words, members = [] }: Finding): boolean =>
  alarm.words === words &&
  alarm.members.length === members.length &&
  alarm.members.every(({ _id }, at) => members[at] && _id.equals(members[at]._id));

const machinesOf = ({ machine, members = [] }: Finding): ObjectId[] =>
  machine ? [machine._id] : members.map(({ _id }) => _id);

const recentlyCleared = async (alarms: Alarms, now: number): Promise<Map<string, AlarmDocument>> => {
  const found = await alarms
    .find({ clearedAt: { $gt: new Date(now - againWithinMs) }, clearedBy: null }, { hint: "cleared" })
    .sort({ clearedAt: 1 })
    .toArray();
  return new Map(found.map((alarm) => [keyOf(alarm.kind, alarm.subject.id), alarm]));
};

/** Leaves out events that a person has cleared already, for however long they are found. */
const withoutHandled = async (alarms: Alarms, findings: readonly Finding[]): Promise<readonly Finding[]> => {
  const events = findings.filter(({ kind }) => kindOf(kind).isEvent);
  if (events.length === 0) return findings;
  const subjects = {
    kind: { $in: events.map(({ kind }) => kind) },
    "subject.id": { $in: events.map(({ subject }) => subject) },
  };
  const handled = new Map<string, number>();
  for (const { kind, subject, lastAt } of await alarms
    .find({ ...subjects, state: "cleared" }, { hint: "ofSubject" })
    .toArray()) {
    const key = keyOf(kind, subject.id);
    handled.set(key, Math.max(handled.get(key) ?? 0, lastAt.getTime()));
  }
  return findings.filter(({ kind, subject, since }) => since > (handled.get(keyOf(kind, subject)) ?? 0));
};

const write = async (alarms: Alarms, operations: Write[]): Promise<void> => {
  if (operations.length === 0) return;
  try {
    await alarms.bulkWrite(operations, { ordered: false });
  } catch (error) {
    // Another worker has raised it.
    const others = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (others.length === 0 || others.some(({ code }) => code !== duplicateKey)) throw error;
  }
};

/** Every write names what was read: of two workers one writes. */
export const createAlarmWrites = ({ collections: { alarms } }: Pick<Mongo, "collections">) => {
  return {
    /** Raises what is found and not open, changes what is found otherwise, clears what is open and not found. */
    apply: async (
      open: readonly AlarmDocument[],
      findings: readonly Finding[],
      now: number,
      quietOf: QuietOf,
    ): Promise<void> => {
      const at = new Date(now);
      const known = new Map(open.map((alarm) => [keyOf(alarm.kind, alarm.subject.id), alarm]));
      const found = new Set(findings.map(({ kind, subject }) => keyOf(kind, subject)));
      const incoming = await withoutHandled(
        alarms,
        findings.filter(({ kind, subject }) => !known.has(keyOf(kind, subject))),
      );
      const recent = incoming.length > 0 ? await recentlyCleared(alarms, now) : new Map<string, AlarmDocument>();
      await write(alarms, [
        ...incoming.map((finding): Write => {
          const before = recent.get(keyOf(finding.kind, finding.subject));
          const quietUntil = quietOf(machinesOf(finding));
          return before
            ? raisedAgain(before, finding, at, quietUntil)
            : { insertOne: { document: newAlarm(finding, at, quietUntil) } };
        }),
        ...findings.flatMap((finding) => {
          const alarm = known.get(keyOf(finding.kind, finding.subject));
          if (!alarm) return [];
          if (kindOf(finding.kind).isEvent) {
            const isQuiet = finding.isOfWork === true || quietOf(machinesOf(finding)) !== null;
            return finding.since > alarm.lastAt.getTime() ? [happenedAgain(alarm, finding, isQuiet)] : [];
          }
          if (finding.isGrown) return [grown(alarm, finding, at, quietOf(machinesOf(finding)))];
          return isSameFacts(alarm, finding) ? [] : [changed(alarm, finding, at)];
        }),
        ...open
          .filter(({ kind, subject }) => !found.has(keyOf(kind, subject.id)) && !kindOf(kind).isEvent)
          .map((alarm) => cleared(alarm, at)),
      ]);
    },

    /**
     * Alarms of machines under work are quiet until the work ends. Those that are true then are announced, unless the
     * work caused them. So is an alarm that was announced before the work and that nobody has acknowledged: otherwise
     * it would go to the next operator of the rota at once, because its time has passed during the work.
     */
    quieten: async (open: readonly AlarmDocument[], now: number, quietOf: QuietOf): Promise<void> => {
      const changes = open.flatMap((alarm): Write[] => {
        const { _id, kind, quietUntil, isAnnounced, seenBy, snoozedUntil, due: waiting = [] } = alarm;
        const until = quietNow(quietOf, alarm);
        if (until?.getTime() === quietUntil?.getTime()) return [];
        const isFirst = until === null && !isAnnounced && !kindOf(kind).isOfWork;
        // An alarm whose notice still waits, for example because it has just returned, gets no second one.
        const isWaiting = waiting.some((notice) => notice === "raised" || notice === "reminded");
        const isAgain = until === null && isAnnounced && !isTouched(alarm, now) && !isWaiting;
        const update = {
          $set: { quietUntil: until, isAnnounced: isAnnounced || isFirst },
          ...(isFirst || isAgain ? { $push: due(true, isFirst ? "raised" : "reminded") } : {}),
        } as UpdateFilter<AlarmDocument>;
        return [
          { updateOne: { filter: { _id, state: "open", quietUntil, isAnnounced, seenBy, snoozedUntil }, update } },
        ];
      });
      await write(alarms, changes);
    },

    /** An alarm that was acknowledged long ago and is still true needs somebody again, unless it is snoozed. */
    remind: async (open: readonly AlarmDocument[], now: number): Promise<void> => {
      const at = new Date(now);
      const late = open.filter(
        ({ kind, seenAt, quietUntil, snoozedUntil }) =>
          !quietUntil &&
          (snoozedUntil === null || snoozedUntil.getTime() <= now) &&
          seenAt &&
          now - seenAt.getTime() >= kindOf(kind).remindAfterMs,
      );
      await write(
        alarms,
        late.map(({ _id, seenAt, isAnnounced }) => ({
          updateOne: {
            filter: { _id, state: "open", seenAt },
            update: {
              $set: { seenBy: null, seenAt: null },
              $push: { ...stepped(at, "reminded"), ...due(isAnnounced, "reminded") },
            } as UpdateFilter<AlarmDocument>,
          },
        })),
      );
    },
  };
};
