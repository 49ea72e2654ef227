import * as z from "zod";
import { Id, line, Moment, Rev, TimeOfDay } from "../http/fields.ts";
import { weekdays } from "../http/local-time.ts";
import { AlarmKind, severities } from "./alarm.schema.ts";

export const mostAlarmRules = 50;
const once = <T>(chosen: T[]) => [...new Set(chosen)];

const Hours = z
  .strictObject({
    weekdays: z.array(z.enum(weekdays)).min(1, "must name at least one").max(7),
    from: TimeOfDay,
    until: TimeOfDay,
  })
  .nullable();
const HandOver = z.strictObject({ weekday: z.enum(weekdays), at: TimeOfDay }).nullable();

/** A name that is sent beside an id is accepted and ignored. */
const Turn = z.strictObject({ operator: Id, name: z.string().optional(), awayUntil: Moment.nullable().default(null) });

/** Who is notified of which alarms, when and how. Empty lists of kinds and regions mean all of them. */
export const NewAlarmRule = z.strictObject({
  name: line(100),
  enabled: z.boolean().default(true),
  kinds: z.array(AlarmKind).max(50).transform(once).default([]),
  /** This severity and worse. */
  severity: z.enum(severities).default("info"),
  regions: z.array(Id).max(200).transform(once).default([]),
  /** In the console's time zone; an end before the beginning is on the next day. Null is always. */
  hours: Hours.default(null),
  /** In their order; the first who is not away is notified. */
  rota: z
    .array(Turn)
    .max(20)
    .refine((rota) => new Set(rota.map(({ operator }) => operator)).size === rota.length, "must name nobody twice")
    .default([]),
  /** Once a week then the next of the rota comes first; null is a fixed order. */
  handOver: HandOver.default(null),
  /** An alarm that nobody acknowledged for this long goes to the next of the rota. */
  nextAfterMinutes: z
    .number()
    .int()
    .min(1, "must be at least 1")
    .max(1_440, "must be at most 1440")
    .nullable()
    .default(null),
  /** Its alarms are sent to the webhooks that subscribe to them; where no rule says so, all alarms are. */
  webhook: z.boolean().default(false),
});
export type NewAlarmRule = z.output<typeof NewAlarmRule>;

/** All of it: what is left out is as in a new rule. */
export const AlarmRuleChange = NewAlarmRule.extend({ rev: Rev.optional() });
export type AlarmRuleChange = z.output<typeof AlarmRuleChange>;

export const AlarmRule = z
  .object({
    _id: Id,
    name: z.string(),
    enabled: z.boolean(),
    kinds: z.array(AlarmKind),
    severity: z.enum(severities),
    regions: z.array(Id),
    hours: Hours,
    rota: z.array(z.object({ operator: Id, name: z.string(), awayUntil: Moment.nullable() })),
    handOver: HandOver,
    nextAfterMinutes: z.number().int().nullable(),
    webhook: z.boolean(),
    /** Who is notified first now; null where all are away or may not sign in. */
    onDuty: z.object({ _id: Id, name: z.string() }).nullable(),
    rev: Rev,
  })
  .meta({ id: "AlarmRule" });
export type AlarmRule = z.output<typeof AlarmRule>;
