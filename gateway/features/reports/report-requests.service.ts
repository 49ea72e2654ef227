import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { reportRecord } from "#shared/reports/report.record.ts";
import { isUnderWay, listOfType, mostUnderWay } from "#shared/reports/report.rules.ts";
import type { NewExport, NewReport, Report } from "#shared/reports/report.schema.ts";
import { reportQuery, withoutPerson } from "#shared/reports/report-query.ts";
import { type WantedReport, waitingReport } from "#shared/reports/waiting-report.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";
import { notSignedIn } from "../../http/login.ts";
import { requireRecord } from "../../records/change-record.ts";
import { momentsIn } from "../../records/date-filter.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import type { OnceCall } from "../../records/once.ts";
import { type Reader, requireReport } from "./find-report.ts";
import { reportView } from "./reports.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "queues" | "log" | "once">;
export type ReportReply = { report: Report };

export const auditLine = (verb: string, { _id }: ReportDocument, before: object | null, after: object | null) => ({
  verb,
  record: { collection: "reports", id: _id.toHexString() },
  before,
  after,
});

/** Throws `invalid` for filters that its list would refuse, `missing` for a machine that nobody knows. */
const check = async (
  { mongo, config }: Pick<Parts, "mongo" | "config">,
  dbSession: DbSession,
  { list, filters }: WantedReport,
): Promise<void> => {
  reportQuery(list, filters);
  momentsIn(filters, config.TIME_ZONE);
  const { vendingMachine } = filters;
  if (vendingMachine && vendingMachine !== "all") await requireMachine(mongo, dbSession, vendingMachine);
};

/** Reports, as operators request them; a report worker makes them. */
export const createReportRequests = ({ mongo, audit, clock, config, queues, log, once }: Parts) => {
  const { reports, users } = mongo.collections;
  const day = (text: string) => (text.length > 10 ? dayOf(Date.parse(text), config.TIME_ZONE) : text);

  /** Throws `conflict` where too many of this operator's are under way. */
  const add = async (dbSession: DbSession, actor: Actor, by: ObjectId, wanted: WantedReport): Promise<ObjectId> => {
    await check({ mongo, config }, dbSession, wanted);
    const underWay = await reports.countDocuments(
      { by, state: { $in: ["waiting", "running"] } },
      { session: dbSession },
    );
    if (underWay >= mostUnderWay)
      throw new DomainError("conflict", `${underWay} of your reports are not done yet: wait for one, or cancel one`);
    // If two calls come at once, the second one counts what the first one requested. Whoever is refused writes nothing:
    // a script with a stolen token could else keep its operator from signing in.
    const { matchedCount } = await users.updateOne(
      { _id: by, suspend: false, role: { $in: operatorRoles } },
      { $set: { held: new ObjectId() } },
      { session: dbSession },
    );
    // Suspended since the request was admitted.
    if (matchedCount === 0) throw notSignedIn();
    const report = waitingReport(by, wanted, new Date(clock.now()));
    await reports.insertOne(report, { session: dbSession });
    await audit.write(
      dbSession,
      actor,
      auditLine("report.asked", report, null, { ...wanted, filters: withoutPerson(wanted.filters) }),
    );
    return report._id;
  };

  /** A repeat is answered the report as it is: what is kept of the call is an id, and no filter that names a person. */
  const request = async (
    requested: OnceCall,
    wanted: (dbSession: DbSession) => Promise<WantedReport>,
  ): Promise<ReportReply> => {
    const by = requested.actor.id;
    if (!by) throw new Error("only an operator asks for reports");
    const { id } = await once(requested, async (dbSession) => ({
      id: (await add(dbSession, requested.actor, by, await wanted(dbSession))).toHexString(),
    }));
    // Lost, it is found within seconds all the same.
    await queues
      .add("report.make", {})
      .catch((error: unknown) => log.warn({ err: error }, "no report worker was woken"));
    return { report: reportView(await requireRecord(mongo, undefined, reportRecord, id)) };
  };

  return {
    /** The reports of the Downloads screen, the oldest first. */
    request: (requested: OnceCall, input: NewReport): Promise<ReportReply> => {
      const { reportType, vendingMachine, format } = input;
      const days = { startDate: day(input.startDate), endDate: day(input.endDate) };
      const filters = { vendingMachine, ...days, sort: "time" };
      return request(requested, async () => ({ reportType, list: listOfType[reportType], filters, format }));
    },

    /** A list as its filters, its order and its columns show it. */
    exportList: (requested: OnceCall, input: NewExport): Promise<ReportReply> => {
      const filters = Object.fromEntries(Object.entries(input.filters).filter(([, value]) => value.trim() !== ""));
      return request(requested, async () => ({
        reportType: null,
        list: input.list,
        filters,
        format: input.format,
      }));
    },

    /** The same again, for the caller. Throws `conflict` while it is under way. */
    repeat: (requested: OnceCall, reader: Reader, id: string): Promise<ReportReply> =>
      request(requested, async (dbSession) => {
        const found = await requireReport(mongo, dbSession, reader, id);
        if (isUnderWay(found.state)) throw new DomainError("conflict", "This report is not done yet");
        const { reportType, list, filters, format } = found;
        return { reportType, list, filters, format };
      }),
  };
};
