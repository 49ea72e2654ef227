import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#shared/http/domain-error.ts";
import { mostAttempts } from "#shared/reports/report.rules.ts";
import type { ReportFiles } from "#shared/reports/report-files.server.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { csvFile } from "#shared/runtime/sheets/csv-file.ts";
import { xlsxFile } from "#shared/runtime/sheets/xlsx-file.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import type { ListReader, OpenedSheet } from "../../gateway/exported-lists.ts";
import { followProgress, type ReportProgress } from "./report-progress.ts";
import type { HeldReport, TakenReport } from "./take-report.ts";

export interface MakerParts {
  mongo: Mongo;
  files: ReportFiles;
  lists: ListReader;
  now: () => Promise<number>;
  log: Logger;
  /** The webhook is notified of each report that is ready. */
  isAnnounced?: boolean;
}

/** MongoDB keeps a moment for some minutes only. */
const snapshotTooOld = 239;
const tooLong = "It took too long for one database snapshot: choose fewer days";
const broken = "The report could not be made: try again, or narrow its filters";

/**
 * After each batch nothing is read for this share of the time that it took: its queries work in the database at the same
 * priority as everybody else's, whatever priority this process has.
 */
const restedShare = 0.2;

/** The people whom a file names are stored when there are this many: a list may name more than memory holds. */
const mostPeopleHeld = 20_000;

/** The rows on their way into the file, counted, and not all at once; whom they name is stored as they are read. */
async function* counted(opened: OpenedSheet, progress: ReportProgress, name: (people: string[]) => Promise<void>) {
  let began = performance.now();
  for await (const rows of opened.batches) {
    progress.signal.throwIfAborted();
    progress.wrote(rows.length);
    if (opened.people.size >= mostPeopleHeld) {
      await name([...opened.people]);
      opened.people.clear();
    }
    yield rows;
    await pause((performance.now() - began) * restedShare);
    began = performance.now();
  }
}

const write = async (
  { lists, files, mongo }: MakerParts,
  report: HeldReport,
  progress: ReportProgress,
): Promise<Required<Pick<HeldReport, "bytes" | "madeAs">>> => {
  // The file contains what the list shows an operator of this role, as it is now.
  const operator = await mongo.collections.users.findOne({ _id: report.by }, { projection: { role: 1 } });
  const madeAs = operator?.role ?? "staff";
  const opened = await lists.open(report.list, report.filters, madeAs, report.reportType);
  try {
    progress.expects(opened.total);
    const name = (people: string[]) => files.namePeople(report.holder, people);
    const rows = counted(opened, progress, name);
    const source = report.format === "csv" ? csvFile(opened.plan, rows) : xlsxFile(opened.plan, rows);
    const bytes = await files.store(report.holder, source, progress.signal);
    await name([...opened.people]);
    return { bytes, madeAs };
  } finally {
    await opened.end();
  }
};

type Made = Pick<HeldReport, "rows" | "bytes"> & { endedAt: Date };

/** For others' endpoints: the report's owner and kind, never its content. */
const publishReady = (mongo: Mongo, dbSession: DbSession, report: HeldReport, { rows, bytes, endedAt }: Made) => {
  const { _id, by, reportType, list, format, askedAt } = report;
  const named = { _id: _id.toHexString(), by: by.toHexString(), reportType, list, format };
  const data = { ...named, rows, bytes, askedAt: askedAt.toISOString(), endedAt: endedAt.toISOString() };
  return publishEvent(mongo, dbSession, { type: "report.ready", subject: _id, data: { report: data }, at: endedAt });
};

/** Why it failed, as its operator reads it; null where it is worth another try. */
const whyForGood = (error: unknown, { attempts }: HeldReport): string | null => {
  if (error instanceof DomainError && error.kind !== "unavailable") return error.message;
  if ((error as { code?: unknown } | null)?.code === snapshotTooOld) return tooLong;
  return attempts >= mostAttempts ? broken : null;
};

/** Writes one report, from its first row to its file. Never throws: the report says how it ended. */
export const makeReport = async (parts: MakerParts, taken: TakenReport, ending: AbortSignal): Promise<void> => {
  const { files, now, log, mongo } = parts;
  const { report, lease } = taken;
  const progress = followProgress(taken, ending, log);
  const said = { report: report._id.toHexString(), list: report.list, attempt: report.attempts };
  try {
    const { bytes, madeAs } = await write(parts, report, progress);
    await progress.stop();
    const made = { rows: progress.rows(), bytes, endedAt: new Date(await now()) };
    const done = {
      state: "done" as const,
      file: report.holder,
      madeAs,
      progress: 100,
      ...(parts.isAnnounced ? { delivery: "due" as const } : {}),
    };
    const isOurs = await mongo.inTransaction(async (dbSession) => {
      const isGiven = await lease.giveBack({ ...done, ...made }, dbSession);
      if (isGiven) await publishReady(mongo, dbSession, report, made);
      return isGiven;
    });
    if (isOurs) log.info({ ...said, rows: progress.rows(), bytes }, "report done");
    else await files.remove(report.holder);
  } catch (error) {
    if (!progress.signal.aborted) log.error({ ...said, err: error }, "report failed");
    await progress.stop();
    await afterFailure(error, parts, taken, ending).catch(async (later: unknown) => {
      log.error({ ...said, err: later }, "the failure of a report was not stored");
      // Its lease would be extended for as long as this process lives, and nobody would begin the report again.
      await lease.giveBack().catch(() => false);
    });
  }
};

/** How long a report waits after a try that failed: a store that is away is no better at once. Five tries take 200 s. */
const restMs = (attempts: number): number => 5_000 * 3 ** (attempts - 1);

/** If this write fails, the worker that takes the report after its lease has run out does the same. */
const afterFailure = async (
  error: unknown,
  { now }: MakerParts,
  { report, lease }: TakenReport,
  ending: AbortSignal,
): Promise<void> => {
  const again = { state: "waiting" as const, progress: 0, rows: 0 };
  // This worker ends: the attempt was none.
  if (ending.aborted) await lease.giveBack({ ...again, attempts: report.attempts - 1 });
  else {
    const why = whyForGood(error, report);
    const at = await now();
    const failed = { state: "failed" as const, error: why ?? "", progress: 0, endedAt: new Date(at) };
    const later = { ...again, heldUntil: new Date(at + restMs(report.attempts)) };
    await lease.giveBack(why === null ? later : failed);
  }
};
