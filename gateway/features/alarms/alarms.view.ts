import { ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import type { OperatorNames } from "../approvals/approvals.view.ts";

type Step = AlarmDocument["history"][number];

/**
 * Whom a step assigned the alarm to, or notified of it. Their id is stored, so that an account that is deleted leaves no
 * name here.
 */
export const operatorIn = ({ step, words }: Step): ObjectId | null =>
  (step === "assigned" || step === "notified") && ObjectId.isValid(words) ? new ObjectId(words) : null;

/** At most this many machines of an outage are named. */
const mostMembers = 50;

export const alarmView = (alarm: AlarmDocument, names: OperatorNames): Alarm => {
  const person = (id: ObjectId | null) => id && { _id: id.toHexString(), name: names.operatorName(id) };
  const shownStep = (one: Step): Alarm["history"][number] => {
    const named = operatorIn(one);
    const words = named ? names.operatorName(named) : one.words;
    return { at: one.at.toISOString(), step: one.step, by: person(one.by), words };
  };
  return {
    _id: alarm._id.toHexString(),
    kind: alarm.kind,
    subject: alarm.subject,
    severity: alarm.severity,
    state: alarm.state,
    words: alarm.words,
    machine: alarm.machine?.toHexString() ?? null,
    vendingMachineId: alarm.vendingMachineId,
    members: alarm.members.slice(0, mostMembers).map(({ _id, name }) => ({ _id: _id.toHexString(), name })),
    memberCount: alarm.members.length,
    startedAt: alarm.startedAt.toISOString(),
    raisedAt: alarm.raisedAt.toISOString(),
    lastAt: alarm.lastAt.toISOString(),
    count: alarm.count,
    clearedAt: alarm.clearedAt?.toISOString() ?? null,
    clearedBy: person(alarm.clearedBy),
    seenBy: person(alarm.seenBy),
    seenAt: alarm.seenAt?.toISOString() ?? null,
    assignee: person(alarm.assignee),
    snoozedUntil: alarm.snoozedUntil?.toISOString() ?? null,
    quietUntil: alarm.quietUntil?.toISOString() ?? null,
    notified: alarm.notified?.map(({ operator, at }) => ({ operator: operator.toHexString(), at: at.toISOString() })),
    history: alarm.history.map(shownStep),
    rev: alarm.rev,
  };
};
