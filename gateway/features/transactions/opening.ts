import type { ObjectId } from "mongodb";
import type { CommandedContainer } from "../control-units/named-containers.ts";
import type { Input } from "../control-units/new-session.ts";

/** The input of a session that opens one container for a customer. */
export const openingOf = (container: CommandedContainer, product: ObjectId): Input => ({
  type: "open",
  containers: [container],
  product,
  operationType: null,
  lockFailedTo: null,
  checks: null,
  resends: null,
});
