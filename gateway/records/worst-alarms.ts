import type { Filter, FindOptions } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { mostAlarms } from "#shared/alarms/alarm.rules.ts";
import type { Severity } from "#shared/alarms/alarm.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** Open alarms of these severities, the worst first, the oldest first within each severity, at most 500. */
export const readWorstAlarms = async <T extends Partial<AlarmDocument> = AlarmDocument>(
  { alarms }: Pick<Mongo["collections"], "alarms">,
  severities: readonly Severity[],
  options: FindOptions,
  further: Filter<AlarmDocument> = {},
): Promise<T[]> => {
  const found: T[] = [];
  for (const severity of severities) {
    // No limit would be no limit at all.
    if (found.length >= mostAlarms) break;
    const worst = alarms.find<T>({ state: "open", severity, ...further }, { ...options, hint: "urgency" });
    found.push(
      ...(await worst
        .sort({ startedAt: 1 })
        .limit(mostAlarms - found.length)
        .toArray()),
    );
  }
  return found;
};
