import type { AlarmDocument, AlarmNotice } from "#shared/alarms/alarm.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";

const stepOf = { raised: "raised", returned: "repeated", cleared: "cleared" } as const;

/**
 * When that happened of which `left` notices like it are still to be announced, this one among them: it may have
 * returned and cleared again since. Null where the history no longer reaches back so far.
 */
const happenedAt = ({ history }: AlarmDocument, notice: keyof typeof stepOf, left: number): Date | null =>
  history.filter(({ step }) => step === stepOf[notice]).at(-left)?.at ?? null;

/**
 * Stores what became of an alarm for the webhooks that get it, in the transaction that takes the notice from the alarm:
 * so it is stored once. A reminder is for operators alone. One that returned is raised again: who got its end has it
 * as over. `left` counts the notices like this one that are still to be announced, this one among them.
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
  const at = happenedAt(alarm, notice, left) ?? alarm.clearedAt ?? alarm.lastAt;
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
