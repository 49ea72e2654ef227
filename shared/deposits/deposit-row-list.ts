import { Id } from "../http/fields.ts";
import { pagedList } from "../http/paged-list.ts";

/** Every change of deposits; of one user with `user`. */
export const depositRowList = pagedList({
  filters: { user: Id },
  sorts: ["at"],
  byDefault: "-at",
  columns: {},
  rowsPerPage: 10,
});
