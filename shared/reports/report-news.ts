import type { Report } from "./report.schema.ts";

/** It ended by itself, and its operator has not seen it yet. */
export const isNews = ({ state, readAt }: Pick<Report, "state" | "readAt">): boolean =>
  readAt === null && (state === "done" || state === "failed");
