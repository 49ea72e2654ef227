import type { AlarmDocument, AlarmNotice } from "#shared/alarms/alarm.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";

const edges: ReadonlySet<string> = new Set(["raised", "repeated", "cleared"]);
const isBeginning = (notice: AlarmNotice): boolean => notice === "raised" || notice === "returned";
/** Both say that it began, and both that it ended: the times of beginnings and of ends are counted apart. */
export const isAlike = (one: AlarmNotice, other: AlarmNotice): boolean =>
  one === other || (isBeginning(one) && isBeginning(other));

/**
 * When the alarm began or ended that the notice is about. It may have returned and cleared again since: `left` notices
 * alike are still to be announced, this one included, so it is counted from the last. An alarm that is counted again
 * while it is open does not begin. Undefined where the history no longer reaches back so far.
 */
const happenedAt = ({ history }: AlarmDocument, notice: AlarmNotice, left: number): Date | undefined =>
  history
    .filter(({ step }) => edges.has(step))
    .filter(({ step }, at, all) =>
      isBeginning(notice)
        ? step === "raised" || (step === "repeated" && all[at - 1]?.step === "cleared")
        : step === "cleared",
    )
    .at(-left)?.at;

/**
 * Stores what became of an alarm for the webhooks that get it, in the transaction that takes the notice from the alarm:
 * so it is stored once. A reminder is for operators alone. An alarm that returned is published as raised again, because
 * its end was published before. `left` counts the notices of this kind that are still to be announced, this one
 * included.
 */
export const publishAlarm = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  notice: AlarmNotice,
  alarm: AlarmDocument,
  left: number,
): Promise<void> => {
  if (notice === "reminded") return;
  const { _id, kind, severity, subject, words, machine, vendingMachineId, startedAt, raisedAt } = alarm;
  const isRaised = notice !== "cleared";
  const at = happenedAt(alarm, notice, left) ?? (isRaised ? alarm.lastAt : (alarm.clearedAt ?? alarm.lastAt));
  await publishEvent(mongo, dbSession, {
    type: isRaised ? "alarm.raised" : "alarm.cleared",
    subject: _id,
    at,
    data: {
      alarm: {
        _id: _id.toHexString(),
        kind,
        severity,
        subject,
        words,
        machine: machine?.toHexString() ?? null,
        vendingMachineId,
        startedAt: startedAt.toISOString(),
        raisedAt: raisedAt.toISOString(),
        // It may have cleared before anybody was notified that it was raised, and returned before that it cleared.
        clearedAt: isRaised ? null : at.toISOString(),
      },
    },
  });
};
