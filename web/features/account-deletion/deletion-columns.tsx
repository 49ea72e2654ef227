import { pathTo } from "../../app/paths.ts";
import type { Column } from "../../ui/table/column.ts";
import { DeleteButton } from "./DeleteButton.tsx";
import type { NumberedDeletion } from "./deletions-source.ts";

/** Specification: Account deletion; the action stands behind its columns. */
export const deletionColumns: Column<NumberedDeletion>[] = [
  { id: "index", head: "Index", kind: "number", width: 60, glows: false, value: ({ index }) => index },
  {
    id: "phone",
    head: "Phone",
    width: 200,
    onPhone: "title",
    value: ({ UserPhoneNumber }) => UserPhoneNumber,
    as: "figures",
  },
  {
    id: "userId",
    head: "userId",
    width: 240,
    value: ({ userId }) => userId,
    as: "id",
    link: ({ userId }) => pathTo("user", { id: userId }),
  },
  {
    id: "requestTime",
    head: "Requested On",
    kind: "time",
    width: 160,
    onPhone: "line",
    value: ({ requestTime }) => requestTime,
    as: "moment",
  },
  {
    id: "requestProcessed",
    head: "requestProcessed",
    width: 160,
    value: ({ requestProcessed }) => (requestProcessed ? "Yes" : "No"),
  },
  {
    id: "delete",
    head: "Delete",
    width: 150,
    onPhone: "side",
    glows: false,
    value: ({ requestProcessed }) => (requestProcessed ? "" : "Delete account"),
    cell: (request) => <DeleteButton {...request} />,
  },
];
