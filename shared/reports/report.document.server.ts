import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { Role } from "../users/user.schema.ts";
import type { ReportedList, ReportFormat, ReportState, ReportType } from "./report.schema.ts";
import type { Repetition } from "./schedule.schema.ts";

/**
 * Requested by the gateway, made by a report worker. The id of its file is the worker's lease holder: what is stored
 * under an id that no report names is rubbish.
 */
export interface ReportDocument {
  _id: ObjectId;
  by: ObjectId;
  reportType: ReportType | null;
  list: ReportedList;
  /** The query as its list parses it; days are days of TIME_ZONE. */
  filters: Record<string, string>;
  format: ReportFormat;
  state: ReportState;
  askedAt: Date;
  startedAt: Date | null;
  /** It goes, with its file, some days later. */
  endedAt: Date | null;
  progress: number;
  rows: number;
  bytes: number;
  error: string;
  /** The lease of a worker that has begun (`lease.ts`); its holder is the id under which it stores the file. */
  holder: ObjectId | null;
  heldUntil: Date | null;
  /** How often it was begun. */
  attempts: number;
  /** The file that is there. */
  file: ObjectId | null;
  /**
   * The role that its operator had when it was made: what an admin's shows, staff do not read. Missing in older files.
   */
  madeAs?: Role;
  /** When its operator saw how it ended. Missing in older reports, which count as seen. */
  readAt?: Date | null;
  /** The schedule that requested it. Missing where an operator did. */
  schedule?: ObjectId;
  /** Written by the report worker: the webhook must be notified that it is done. Missing where there is none. */
  delivery?: "due" | "handed over";
}

/** Made by the gateway; a worker requests its reports. It is deleted when it ends. */
export interface ReportScheduleDocument {
  _id: ObjectId;
  by: ObjectId;
  reportType: ReportType | null;
  list: ReportedList;
  /** Without days where `byDays` says that each file has its own. */
  filters: Record<string, string>;
  format: ReportFormat;
  byDays: boolean;
  repetition: Repetition;
  /** The day of TIME_ZONE on which it is made next, and the moment. */
  due: string;
  nextAt: Date;
  lastAt: Date | null;
  createdAt: Date;
}

/** Written by the report worker: customers whom a file names, some thousands in each document. */
interface ReportPeopleDocument {
  _id: ObjectId;
  file: ObjectId;
  people: ObjectId[];
}

export const reports = {
  reports: collection<ReportDocument>({
    indexes: [
      { name: "by", key: { by: 1, askedAt: -1, _id: -1 } },
      { name: "state", key: { state: 1, askedAt: 1 } },
      {
        name: "oneOfAnOperator",
        key: { by: 1 },
        unique: true,
        partialFilterExpression: { state: "running" },
        taken: () => "A report of this operator is being made",
      },
      { name: "holder", key: { holder: 1 } },
      { name: "file", key: { file: 1 } },
      { name: "phone", key: { "filters.phone": 1 }, sparse: true },
      { name: "delivery", key: { delivery: 1, endedAt: 1 }, partialFilterExpression: { delivery: "due" } },
      { name: "old", key: { endedAt: 1 }, kept: "reports" },
    ],
  }),
  reportSchedules: collection<ReportScheduleDocument>({
    indexes: [
      { name: "by", key: { by: 1, createdAt: 1 } },
      { name: "next", key: { nextAt: 1 } },
      { name: "phone", key: { "filters.phone": 1 }, sparse: true },
    ],
  }),
  reportPeople: collection<ReportPeopleDocument>({
    indexes: [
      { name: "people", key: { people: 1 } },
      { name: "file", key: { file: 1 } },
    ],
  }),
};
