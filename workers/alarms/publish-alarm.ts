import type { AlarmDocument, AlarmNotice } from "#shared/alarms/alarm.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";

/**
 * Stores what became of an alarm for the webhooks that get it, in the transaction that takes the notice from the alarm:
 * so it is stored once. A reminder is for operators alone. One that returned is raised again: who got its end has it
 * as over.
 */
export const publishAlarm = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  notice: AlarmNotice,
  alarm: AlarmDocument,
): Promise<void> => {
  if (notice === "reminded") return;
  const { _id, kind, severity, subject, words, machine, vendingMachineId, startedAt, raisedAt, clearedAt } = alarm;
  const isRaised = notice !== "cleared";
  await publishEvent(mongo, dbSession, {
    type: isRaised ? "alarm.raised" : "alarm.cleared",
    subject: _id,
    at: { raised: raisedAt, returned: alarm.lastAt, cleared: clearedAt ?? raisedAt }[notice],
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
        // It may have cleared before anybody was notified that it was raised.
        clearedAt: isRaised ? null : (clearedAt?.toISOString() ?? null),
      },
    },
  });
};
