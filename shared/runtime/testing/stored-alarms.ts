import { ObjectId } from "mongodb";
import type { AlarmDocument } from "../../alarms/alarm.document.server.ts";
import type { AlarmRuleDocument } from "../../alarms/alarm-rule.document.server.ts";

/** An open alarm of a machine that nobody has seen, as a test says where it matters. */
export const anAlarm = (options: Partial<AlarmDocument> = {}): AlarmDocument => {
  const now = new Date();
  const machine = new ObjectId();
  return {
    _id: new ObjectId(),
    kind: "machine-offline",
    subject: { kind: "machine", id: machine.toHexString() },
    severity: "critical",
    state: "open",
    words: "Lobby is offline",
    machine,
    vendingMachineId: "VM-1",
    members: [],
    startedAt: now,
    raisedAt: now,
    lastAt: now,
    count: 1,
    clearedAt: null,
    clearedBy: null,
    seenBy: null,
    seenAt: null,
    assignee: null,
    snoozedUntil: null,
    quietUntil: null,
    history: [{ at: now, step: "raised", by: null, words: "" }],
    isAnnounced: true,
    due: [],
    rev: 0,
    ...options,
  };
};

/** A rule about all alarms at any time that notifies nobody, as a test says where it matters. */
export const anAlarmRule = (options: Partial<AlarmRuleDocument> = {}): AlarmRuleDocument => ({
  _id: new ObjectId(),
  name: `Rule ${new ObjectId().toHexString()}`,
  enabled: true,
  kinds: [],
  severity: "info",
  regions: [],
  hours: null,
  rota: [],
  handOver: null,
  nextAfterMinutes: null,
  webhook: false,
  turnsFrom: new Date(0),
  rev: 0,
  ...options,
});
