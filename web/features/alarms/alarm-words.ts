import type { Alarm, AlarmKind, AlarmStep, Severity } from "#shared/alarms/alarm.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import type { ChipTone } from "../../ui/StateChip.tsx";
import { dayTime } from "../../ui/times.ts";

export const severityLooks: Record<Severity, { tone: ChipTone; icon: string; word: string }> = {
  critical: { tone: "danger", icon: "pi-times-circle", word: "Critical" },
  warning: { tone: "warn", icon: "pi-exclamation-triangle", word: "Warning" },
  info: { tone: "quiet", icon: "pi-info-circle", word: "Info" },
};

const ofMachine = (query: string) => (alarm: Alarm) =>
  alarm.machine === null ? paths.home : `${pathTo("machine", { id: alarm.machine })}${query}`;

const inventoryOf = ({ machine }: Alarm) =>
  machine === null ? paths.home : pathTo("machineInventory", { id: machine });
const ofUnit = ({ subject }: Alarm) => pathTo("registeredUnit", { serialNumber: subject.id });

const ofInstallation = () => paths.health;

/** Where each kind is dealt with. */
const places: Record<AlarmKind, (alarm: Alarm) => string> = {
  "machine-offline": ofMachine("?tab=history"),
  "region-offline": () => `${paths.liveStatus}?show=Offline`,
  "failed-vends": () => `${paths.transactions}?view=needs-action`,
  "payments-to-check": () => paths.paymentReview,
  "books-drift": () => paths.reconciliation,
  "job-failed": () => paths.jobs,
  "report-failed": () => paths.downloads,
  "door-open": inventoryOf,
  "door-without-command": ofMachine("?tab=history"),
  "container-failed": inventoryOf,
  "sold-out": inventoryOf,
  "bouncing-connection": ofMachine("?tab=history"),
  "clock-offset": ofMachine(""),
  "other-key": ofUnit,
  "unit-waiting": ofUnit,
  temperature: ofMachine("?tab=history"),
  "brand-low": inventoryOf,
  "no-vends": ofMachine("?tab=history"),
  "stock-drift": ofInstallation,
  "process-gone": ofInstallation,
  "queue-late": ofInstallation,
  "change-stream-late": ofInstallation,
  "disk-full": ofInstallation,
  "replication-late": ofInstallation,
  "redis-full": ofInstallation,
};
export const placeOf = (alarm: Alarm): string => places[alarm.kind](alarm);

const steps: Record<AlarmStep, string> = {
  raised: "Raised",
  repeated: "Raised again",
  acknowledged: "Acknowledged",
  assigned: "Assigned",
  unassigned: "Assigned to nobody",
  snoozed: "Snoozed",
  woken: "Taken up again",
  commented: "Commented",
  reminded: "Still true: it needs somebody again",
  notified: "Notified",
  cleared: "Cleared",
};

/** One line of an alarm's history: "Assigned to Asha". What was typed stands beneath it. */
export const stepText = ({ step, words, by }: Alarm["history"][number]): string => {
  if (step === "assigned") return `${steps[step]} to ${words}`;
  if (step === "notified") return `${words || "An operator"} was notified`;
  if (step === "snoozed") return `${steps[step]} until ${dayTime(Date.parse(words))}`;
  if (step === "cleared" && by === null) return "Cleared by itself";
  return steps[step];
};
