import type { ObjectId } from "mongodb";
import type { CommandedContainer } from "../control-units/named-containers.ts";
import type { Input } from "../control-units/new-session.ts";

/** One container is to be opened for a customer. */
export const openingOf = (container: CommandedContainer, product: ObjectId): Input => ({
  type: "open",
  containers: [container],
  product,
  operationType: null,
  lockFailedTo: null,
  checks: null,
  resends: null,
});
