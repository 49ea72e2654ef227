import type { Db, Document, Filter } from "mongodb";

/** What MongoDB writes down of one operation. */
export interface Profiled {
  /** `database.collection`. */
  ns: string;
  op: string;
  ts: Date;
  /** Missing where no plan was needed. */
  planSummary?: string;
  keysExamined?: number;
  docsExamined?: number;
  nreturned?: number;
  hasSortStage?: boolean;
  command: Document;
}

/** Operations that were answered by a plan. */
export const planned: Filter<Profiled> = { planSummary: { $exists: true } };

/**
 * What MongoDB did in this database while `work` ran, as `wanted`, the oldest first: of everybody, so that nobody else
 * may work on it. `work` is given a way to query it while it runs. Nothing of it is left in the database, whatever
 * happens.
 */
export const profiled = async (
  db: Db,
  work: (soFar: (wanted: Filter<Profiled>) => Promise<number>) => Promise<unknown>,
  wanted: Filter<Profiled> = planned,
): Promise<Profiled[]> => {
  const profile = db.collection<Profiled>("system.profile");
  await db.setProfilingLevel("all");
  try {
    await work((commands) => profile.countDocuments(commands));
    await db.setProfilingLevel("off");
    return await profile.find(wanted).toArray();
  } finally {
    await db.setProfilingLevel("off");
    await profile.drop();
  }
};
