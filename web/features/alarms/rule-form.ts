import * as z from "zod";
import { AlarmKind, severities } from "#shared/alarms/alarm.schema.ts";
import { type AlarmRule, NewAlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import { type Weekday, weekdays } from "#shared/http/local-time.ts";
import { countText } from "../../ui/count-text.ts";
import { momentsOfDay, serverDay } from "../../ui/day/server-day.ts";
import { fieldsOfNew } from "../../ui/form/fields.ts";
import type { Turn } from "./RotaField.tsx";

export const dayWords: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

const { name, nextAfterMinutes } = NewAlarmRule.shape;

/** The rule as its form has it: hours and hand-over are there where their first field is. */
export const ruleFields = fieldsOfNew({
  name: { label: "Name", is: name, blank: "" },
  enabled: { label: "Enabled", is: z.boolean(), blank: true },
  kinds: { label: "Kinds", is: z.array(AlarmKind), blank: [] },
  severity: { label: "At least", is: z.enum(severities), blank: "warning" },
  regions: { label: "Regions", is: z.array(z.string()), blank: [] },
  weekdays: { label: "Weekdays", is: z.array(z.enum(weekdays)), blank: [] },
  from: { label: "From", is: z.string(), blank: "" },
  until: { label: "Until", is: z.string(), blank: "" },
  rota: { label: "Rota", is: z.custom<Turn[]>(), blank: [], show: (turns) => countText(turns.length, "operator") },
  handOver: { label: "Hand-over", is: z.enum(weekdays).nullable(), blank: null },
  handOverAt: { label: "At", is: z.string(), blank: "09:00" },
  nextAfterMinutes: { label: "Next of the rota after (minutes)", is: nextAfterMinutes.unwrap(), blank: 15 },
  webhook: { label: "Send to webhooks", is: z.boolean(), blank: false },
});
type RuleValues = typeof ruleFields.blank;

/** The last day of an absence, yyyy-mm-dd of TIME_ZONE as the rule's hours are; they are back when it has ended. */
export const lastDayAway = (awayUntil: string): string => serverDay(Date.parse(awayUntil) - 1);
const endOf = (day: string): string | null => (day === "" ? null : new Date(momentsOfDay(day).before).toISOString());

export const valuesOfRule = ({ hours, handOver, rota, ...rule }: AlarmRule): RuleValues => ({
  name: rule.name,
  enabled: rule.enabled,
  kinds: rule.kinds,
  severity: rule.severity,
  regions: rule.regions,
  weekdays: hours?.weekdays ?? [],
  from: hours?.from ?? "",
  until: hours?.until ?? "",
  rota: rota.map(({ operator, awayUntil }) => ({
    operator,
    awayUntil: awayUntil === null ? "" : lastDayAway(awayUntil),
  })),
  handOver: handOver?.weekday ?? null,
  handOverAt: handOver?.at ?? "09:00",
  nextAfterMinutes: rule.nextAfterMinutes,
  webhook: rule.webhook,
});

export const ruleOfValues = (values: RuleValues): NewAlarmRule => {
  const { weekdays: days, from, until, rota, handOver, handOverAt, ...rule } = values;
  const hasHours = days.length > 0 || from !== "" || until !== "";
  return {
    ...rule,
    hours: hasHours
      ? { weekdays: days.length > 0 ? days : [...weekdays], from: from || "00:00", until: until || "00:00" }
      : null,
    rota: rota.map(({ operator, awayUntil }) => ({ operator, awayUntil: endOf(awayUntil) })),
    handOver: handOver && { weekday: handOver, at: handOverAt || "00:00" },
  };
};
