import { createAudit } from "#shared/audit/audit.server.ts";
import { endSchedules } from "#shared/reports/end-schedules.server.ts";
import type { ReportScheduleDocument } from "#shared/reports/report.document.server.ts";
import { withoutPerson } from "#shared/reports/report-query.ts";
import { coveredBy, dueAfter, dueMoment, newestDue } from "#shared/reports/schedule.rules.ts";
import { waitingReport } from "#shared/reports/waiting-report.server.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import { type DatabaseTime, databaseTime } from "../parts.ts";

interface Parts extends DatabaseTime {
  mongo: Pick<Mongo, "collections" | "inTransaction" | "serverTime">;
  queues: Pick<Queues, "add">;
  log: Pick<Logger, "warn">;
  timeZone: string;
}

const actor = { kind: "job" as const, id: null, from: "reports.repeat" };
/** At most this many in one run; the next run goes on. */
const limit = 500;

/**
 * Requests reports whose day has come: of what was missed while nothing ran, for the newest day alone. The report and
 * the next day are written together, guarded by the day before, so that there is one report however many workers look.
 */
export const createReportRepeats = ({ mongo, databaseClock, queues, log, timeZone }: Parts) => {
  const { reportSchedules, reports, users } = mongo.collections;

  /** True where this worker requested it now. */
  const requestOne = ({ _id, nextAt }: ReportScheduleDocument, now: number): Promise<boolean> =>
    mongo.inTransaction(async (session) => {
      const schedule = await reportSchedules.findOne({ _id, nextAt }, { session });
      if (!schedule) return false;
      const { by, reportType, list, filters, format, byDays, repetition } = schedule;
      const audit = createAudit(mongo.collections, { now: () => now });
      const operator = await users.findOne({ _id: by }, { session });
      if (!operator || operator.deletedAt || operator.suspend || !isOperator(operator.role)) {
        await endSchedules({ mongo, audit }, session, actor, { _id }, "No longer an operator");
        return false;
      }
      const moment = dueMoment(schedule.due, timeZone);
      if (moment > now) {
        // TIME_ZONE was changed since: the days that it covers are not over there.
        await reportSchedules.updateOne({ _id, nextAt }, { $set: { nextAt: new Date(moment) } }, { session });
        return false;
      }
      const due = newestDue(repetition, schedule.due, now, timeZone);
      const next = dueAfter(repetition, due);
      await reportSchedules.updateOne(
        { _id, nextAt },
        { $set: { due: next, nextAt: new Date(dueMoment(next, timeZone)), lastAt: new Date(now) } },
        { session },
      );
      const days = byDays ? coveredBy(repetition, due) : {};
      const wanted = { reportType, list, filters: { ...filters, ...days }, format, schedule: _id };
      const report = waitingReport(by, wanted, new Date(now));
      await reports.insertOne(report, { session });
      await audit.write(session, actor, {
        verb: "report.asked",
        record: { collection: "reports", id: report._id.toHexString() },
        before: null,
        after: { ...wanted, filters: withoutPerson(wanted.filters) },
      });
      return true;
    });

  return {
    run: async (): Promise<void> => {
      const now = await databaseTime({ mongo, databaseClock });
      const due = await reportSchedules
        .find({ nextAt: { $lte: new Date(now) } })
        .sort({ nextAt: 1 })
        .limit(limit)
        .toArray();
      let requested = 0;
      for (const schedule of due) if (await requestOne(schedule, now)) requested += 1;
      // Lost, they are found within seconds all the same.
      if (requested > 0)
        await queues
          .add("report.make", {})
          .catch((error: unknown) => log.warn({ err: error }, "no report worker was woken"));
    },
  };
};
export type ReportRepeats = ReturnType<typeof createReportRepeats>;
