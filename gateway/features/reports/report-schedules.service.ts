import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import { endSchedules } from "#shared/reports/end-schedules.server.ts";
import type { ReportScheduleDocument } from "#shared/reports/report.document.server.ts";
import { withoutPerson } from "#shared/reports/report-query.ts";
import { reportScheduleRecord } from "#shared/reports/schedule.record.ts";
import { dueAfter, dueMoment, mostSchedules } from "#shared/reports/schedule.rules.ts";
import type { Repetition, ReportSchedule } from "#shared/reports/schedule.schema.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { holdUser } from "../auth/hold-caller.ts";
import { type Reader, requireReport } from "./find-report.ts";
import { scheduleView } from "./reports.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "once">;
type ScheduleReply = { schedule: ReportSchedule };

const sameText = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Reports that are made again and again; a worker requests each when it is due. */
export const createReportSchedules = ({ mongo, audit, clock, config, once }: Parts) => {
  const { reportSchedules } = mongo.collections;
  return {
    /** From a report, for the caller. Throws `conflict` where they have it already, or too many. */
    add: async (requested: OnceCall, reader: Reader, id: string, repetition: Repetition): Promise<ScheduleReply> => {
      const made = await once(requested, async (dbSession) => {
        const { reportType, list, filters: all, format } = await requireReport(mongo, dbSession, reader, id);
        const { startDate, endDate, ...filters } = all;
        const byDays = startDate !== undefined && endDate !== undefined;
        const by = reader.userId;
        const known = await reportSchedules.find({ by }, { session: dbSession }).toArray();
        const isSame = (other: ReportScheduleDocument) =>
          other.list === list &&
          other.format === format &&
          other.byDays === byDays &&
          sameText(other.filters, filters) &&
          sameText(other.repetition, repetition);
        if (known.some(isSame)) throw new DomainError("conflict", "This report is repeated like that already");
        if (known.length >= mostSchedules)
          throw new DomainError("conflict", `You have ${known.length} repeated reports: end one of them first`);
        // If two calls come at once, the second one finds what the first one made. Whoever is refused holds nothing.
        await holdUser(dbSession, mongo, by);
        const now = clock.now();
        const due = dueAfter(repetition, dayOf(now, config.TIME_ZONE));
        const schedule: ReportScheduleDocument = {
          _id: new ObjectId(),
          by,
          reportType,
          list,
          filters,
          format,
          byDays,
          repetition,
          due,
          nextAt: new Date(dueMoment(due, config.TIME_ZONE)),
          lastAt: null,
          createdAt: new Date(now),
        };
        await reportSchedules.insertOne(schedule, { session: dbSession });
        await audit.write(dbSession, requested.actor, {
          verb: "report.repeated",
          record: { collection: reportScheduleRecord.collection, id: schedule._id.toHexString() },
          before: null,
          after: { list, filters: withoutPerson(filters), format, repetition },
        });
        return { id: schedule._id.toHexString() };
      });
      // Nothing that names a person is kept of the call.
      return { schedule: scheduleView(await requireRecord(mongo, undefined, reportScheduleRecord, made.id)) };
    },

    mine: (by: ObjectId) =>
      mongo.answerAsOf(async (session) => {
        const found = await reportSchedules.find({ by }, { session }).sort({ createdAt: 1 }).toArray();
        return { schedules: found.map(scheduleView) };
      }),

    /** Throws `missing` where it has ended already, `forbidden` for one of somebody else. */
    end: (actor: Actor, { userId, operator }: Reader, id: string): Promise<ScheduleReply> =>
      mongo.inTransaction(async (dbSession) => {
        const schedule = await requireRecord(mongo, dbSession, reportScheduleRecord, id);
        if (operator.role !== "admin" && !schedule.by.equals(userId))
          throw new DomainError("forbidden", "Only the operator of a repeated report, and admins, may end it");
        await endSchedules({ mongo, audit }, dbSession, actor, { _id: schedule._id });
        return { schedule: scheduleView(schedule) };
      }),
  };
};
