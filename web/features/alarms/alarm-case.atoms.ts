import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { readAlarm } from "#shared/alarms/alarm-work.api.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { newer } from "../../live/records.ts";

/** One alarm, open or cleared, kept up to date. */
export const alarmOf = (id: string) =>
  liveAtom<Alarm>({
    rooms: ["alarms"],
    load: loadBy(readAlarm, { params: { id } }, ({ alarm }) => alarm),
    handlers: { "alarm.changed": (known, incoming) => (incoming._id === id ? newer(known, incoming) : known) },
  });
