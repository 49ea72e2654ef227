import { pagedList } from "../http/paged-list.ts";

export const accountDeletionList = pagedList({
  filters: {},
  sorts: ["requestTime"],
  byDefault: "-requestTime",
  columns: {},
});
