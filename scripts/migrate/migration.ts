import type { Db } from "mongodb";

/** What a migration works with. */
interface MigrationTools {
  /** Plain, without today's types: a migration describes the documents as they were and will be at its number. */
  db: Db;
  /** A line of progress for people who wait. */
  say: (line: string) => void;
  /** Throws once another process may be doing this work: called between any two pieces of it. */
  check: () => void;
}

/** One change of what is stored, in a file of its own: `0005-what-it-brings.ts`. Never changed once it was released. */
export interface Migration {
  /** What an operator reads while it runs. */
  title: string;
  /**
   * Safe to run again from the start, and beside itself: it looks for what is still as it was, and its filter repeats
   * that. Gateways and workers of the version before go on while it runs.
   */
  run: (tools: MigrationTools) => Promise<void>;
}
