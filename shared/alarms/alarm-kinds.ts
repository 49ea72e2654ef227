import { clearedText } from "./alarm.rules.ts";
import type { Alarm, AlarmKind, Severity, SubjectKind } from "./alarm.schema.ts";
import { installationKinds } from "./alarm-kinds-of-installation.ts";

const minute = 60_000;
const hour = 60 * minute;

/** What operators see of one kind of alarm, and how it is treated. When it starts and clears is the workers' part. */
interface Kind {
  title: string;
  severity: Severity;
  subject: SubjectKind;
  /** When it is raised and when it clears, for the list of kinds. */
  starts: string;
  clears: string;
  /** What to do first. */
  first: string;
  /** On the link that leads to where that is done. */
  action: string;
  /** An alarm that was acknowledged and is still true counts again after this. */
  remindAfterMs: number;
  /** It is something that happened, not a state: it stays until a person clears it. */
  isEvent?: true;
  /** While somebody works at the machine it is their doing: it is listed, and announced to nobody when the work ends. */
  isOfWork?: true;
}
const kind = (of: Kind): Kind => of;

/** All kinds of alarms, in words: loaded by the page of alarms alone. The finder of each stands in `workers/alarms/kinds`. */
export const alarmKinds: Record<AlarmKind, Kind> = {
  "machine-offline": kind({
    title: "Machine offline",
    severity: "critical",
    subject: "machine",
    starts:
      "its control unit was silent for more than 5 minutes, or as the machine or its region says, while it is active and open",
    clears: "its control unit is heard again, it has none any more, or the machine is deactive",
    first: "Check its power and its connection; the history shows whether it often drops out",
    action: "History",
    remindAfterMs: 2 * hour,
  }),
  "region-offline": kind({
    title: "Machines of a region offline",
    severity: "critical",
    subject: "region",
    starts: "20 machines of a region fell silent within two minutes, more than 5 minutes ago",
    clears: "all are heard again; fewer than 5 that stay silent become alarms of their own",
    first: "Look for what they share: the mobile network, the power, a gateway",
    action: "Live status",
    remindAfterMs: hour,
  }),
  "failed-vends": kind({
    title: "Failed vends",
    severity: "warning",
    subject: "machine",
    starts: "a can did not come out and waits for more than 10 minutes",
    clears: "each of its cans was opened or refunded",
    first: "Open the can again or refund it: its customer waits",
    action: "Failed vends",
    remindAfterMs: hour,
  }),
  "payments-to-check": kind({
    title: "Payments to check",
    severity: "warning",
    subject: "console",
    starts: "money without cans, cans without money, a payment of no order or a request waits for more than an hour",
    clears: "nothing waits for more than an hour any more",
    first: "Look at the oldest one: a customer may have paid for nothing",
    action: "Payments to check",
    remindAfterMs: 8 * hour,
  }),
  "books-drift": kind({
    title: "Accounts differ",
    severity: "warning",
    subject: "console",
    starts: "the last reconciliation found accounts that differ from their rows",
    clears: "a reconciliation finds none",
    first: "Compare both figures with the rows that the reconciliation names",
    action: "Reconciliation",
    remindAfterMs: 24 * hour,
  }),
  "job-failed": kind({
    title: "Job failed",
    severity: "warning",
    subject: "job",
    starts: "work of the workers failed and is not tried again by itself, or is overdue",
    clears: "the same work succeeds",
    first: "Read why it failed; retry it once the cause is gone",
    action: "Jobs",
    remindAfterMs: 4 * hour,
  }),
  "report-failed": kind({
    title: "Report failed",
    severity: "info",
    subject: "report",
    starts: "a report could not be made",
    clears: "a person says that it was dealt with",
    first: "Request the report again, with fewer days where it was too long",
    action: "Downloads",
    remindAfterMs: 24 * hour,
    isEvent: true,
  }),
  "door-open": kind({
    title: "Door open",
    severity: "warning",
    subject: "machine",
    starts: "the lock of a container has been open for more than 2 minutes while nobody opens or fills containers",
    clears: "its unit reports the lock as locked, or the container is deleted",
    first: "Ask the person at the machine to close it; an empty shelf may be a theft",
    action: "Inventory",
    remindAfterMs: hour,
  }),
  "door-without-command": kind({
    title: "Door opened without a command",
    severity: "critical",
    subject: "machine",
    starts: "the lock of a container opened that no operator and no customer had opened",
    clears: "a person says what it was",
    first: "Find out who is at the machine; announce work there beforehand as maintenance",
    action: "History",
    remindAfterMs: hour,
    isEvent: true,
    isOfWork: true,
  }),
  "container-failed": kind({
    title: "Container failed twice",
    severity: "warning",
    subject: "container",
    starts: "opening a container failed twice within a day",
    clears: "a person says that it was repaired",
    first: "Test the container; take it out of use until its lock is repaired",
    action: "Inventory",
    remindAfterMs: 24 * hour,
    isEvent: true,
  }),
  "sold-out": kind({
    title: "Sold out",
    severity: "info",
    subject: "machine",
    starts: "a brand has containers in an active machine and not one can",
    clears: "each brand has a can again",
    first: "Plan a refill; the inventory shows which containers are empty",
    action: "Inventory",
    remindAfterMs: 24 * hour,
  }),
  "bouncing-connection": kind({
    title: "Bouncing connection",
    severity: "warning",
    subject: "machine",
    starts: "its unit connected or disconnected 4 times within 30 minutes, and since the last work at its machine",
    clears: "it did so fewer times in the last 30 minutes, or since that work",
    first: "Check the signal strength and the supply; a weak antenna or power supply is the usual cause",
    action: "History",
    remindAfterMs: 8 * hour,
  }),
  "clock-offset": kind({
    title: "Wrong clock",
    severity: "info",
    subject: "machine",
    starts: "the clock of its unit is more than 60 seconds off",
    clears: "it agrees again",
    first: "Restart the unit; it sets its clock when it connects",
    action: "Machine",
    remindAfterMs: 24 * hour,
  }),
  "other-key": kind({
    title: "Other key under this serial number",
    severity: "critical",
    subject: "unit",
    starts:
      "a unit with another key used this serial number; of many that only wait for registration the 20 that came first",
    clears: "an operator accepts the key; or somebody has acknowledged it and it was not shown for a day",
    first: "Compare the fingerprint with the unit's display; do not accept a key that you cannot see there",
    action: "Unit",
    remindAfterMs: 4 * hour,
  }),
  "unit-waiting": kind({
    title: "Unit waits for registration",
    severity: "info",
    subject: "unit",
    starts: "a control unit requested registration; of many that wait the 20 that came first",
    clears: "it is registered, or its request is deleted",
    first: "Register it with its machine, or delete a request that nobody expects",
    action: "Register",
    remindAfterMs: 24 * hour,
  }),
  temperature: kind({
    title: "Temperature out of range",
    severity: "critical",
    subject: "machine",
    starts: "it was below 0 °C or above 12 °C for 15 minutes",
    clears: "it is within that range again, or its unit has reported none for a day",
    first: "Look whether a door is open and the cooling runs; move the cans before they spoil",
    action: "History",
    remindAfterMs: hour,
  }),
  "brand-low": kind({
    title: "Brand runs low",
    severity: "info",
    subject: "machine",
    starts: "a fifth or less of the containers of a brand, of 5 at least, have a can in an active machine",
    clears: "more of them have a can, or none has: then it is sold out",
    first: "Plan a refill before the brand is sold out",
    action: "Inventory",
    remindAfterMs: 24 * hour,
  }),
  "no-vends": kind({
    title: "No sales",
    severity: "warning",
    subject: "machine",
    starts:
      "nobody has bought while it was open, in a time in which three sales are usual by the same hours of the last four weeks",
    clears: "somebody buys, or the machine is offline or not active",
    first: "Look at its screen and its payment terminal: the control unit answers",
    action: "History",
    remindAfterMs: 8 * hour,
  }),
  ...installationKinds,
};

export const kindOf = (name: AlarmKind): Kind => alarmKinds[name];

/** Why an operator may not clear it by hand; null where they may. */
export const whyNotClear = ({ kind, state }: Pick<Alarm, "kind" | "state">): string | null => {
  if (state === "cleared") return clearedText;
  return kindOf(kind).isEvent ? null : "This alarm clears by itself once it is no longer true";
};
