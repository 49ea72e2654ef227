import { pagedList } from "../http/paged-list.ts";

/** All penalties that are neither paid nor canceled. */
export const owedList = pagedList({
  filters: {},
  sorts: ["createdAt"],
  byDefault: "-createdAt",
  columns: {},
});
