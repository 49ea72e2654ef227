import { reportsRoom } from "#shared/events/rooms.ts";
import { listReports } from "#shared/reports/report.api.ts";
import { reportRecord } from "#shared/reports/report.record.ts";
import { listAtomOf } from "../live/record-atoms.ts";
import { oneForKey } from "../state/one-for-key.ts";

/** The reports of one operator, who alone receives them. */
export const reportsAtomOf = oneForKey((operator: string) =>
  listAtomOf(reportRecord, listReports, { rooms: [reportsRoom(operator)] }),
);
