import { reportsRoom } from "#shared/events/rooms.ts";
import type { NewReport } from "#shared/reports/report.schema.ts";
import {
  cancelReport,
  endReportSchedule,
  listReportSchedules,
  readReportFile,
  repeatReport,
  requestReport,
  scheduleReport,
} from "#shared/reports/report-work.api.ts";
import { reportScheduleRecord } from "#shared/reports/schedule.record.ts";
import type { Repetition } from "#shared/reports/schedule.schema.ts";
import { call } from "../../http/call.ts";
import { callOnce } from "../../http/call-once.ts";
import { listAtomOf } from "../../live/record-atoms.ts";
import { saveFile } from "../../ui/save-file.ts";

/** What is made again and again for one operator. */
export const schedulesAtomOf = (operator: string) =>
  listAtomOf(reportScheduleRecord, listReportSchedules, { rooms: [reportsRoom(operator)] });

/** A try that got no answer and is repeated within a minute requests the same report. */
const keptMs = 60_000;

/** True when a worker has it. */
export const requestNewReport = async (body: NewReport): Promise<boolean> => {
  const { is } = await callOnce(requestReport, { body }, { keptMs });
  return is === "done";
};

export const cancel = (id: string) => call(cancelReport, { params: { id } });

export const repeat = (id: string) => callOnce(repeatReport, { params: { id } }, { keptMs });

export const download = async (id: string): Promise<void> => {
  const outcome = await call(readReportFile, { params: { id } });
  if (outcome.is === "done" && outcome.file) saveFile(outcome.file.name, outcome.file.content);
};

/** True when it will be repeated. */
export const schedule = async (id: string, repetition: Repetition): Promise<boolean> => {
  const { is } = await callOnce(scheduleReport, { params: { id }, body: { repetition } }, { keptMs });
  return is === "done";
};

export const endSchedule = (id: string) => call(endReportSchedule, { params: { id } });
