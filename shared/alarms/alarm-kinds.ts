/** How much an alarm matters: critical stops sales or may be a theft, a warning soon costs something. */
export const severities = ["critical", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** What an alarm is about. `console` is the installation itself. */
export const subjectKinds = ["machine", "region", "unit", "container", "job", "report", "console"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

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
  /** An alarm that was acknowledged and is still true counts again after so long. */
  remindAfterMs: number;
  /** It is something that happened, not a state: it stays until a person clears it. */
  isEvent?: true;
}
const kind = (of: Kind): Kind => of;

/** All kinds of alarms. The finder of each stands in `workers/alarms/kinds`. */
export const alarmKinds = {
  "machine-offline": kind({
    title: "Machine offline",
    severity: "critical",
    subject: "machine",
    starts: "its control unit was silent for more than 5 minutes",
    clears: "its control unit is heard again, or it has none any more",
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
} satisfies Record<string, Kind>;

export type AlarmKind = keyof typeof alarmKinds;
export const alarmKindNames = Object.keys(alarmKinds) as AlarmKind[];
export const kindOf = (name: AlarmKind): Kind => alarmKinds[name];
