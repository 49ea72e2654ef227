import { record } from "../events/record.ts";
import { RegistrationRequest } from "./registration.schema.ts";

/** A control unit that waits to be registered. */
export const requestRecord = record({
  name: "request",
  collection: "registrationRequests",
  view: RegistrationRequest,
  key: "request",
  listKey: "allRequests",
  lists: ["registration-requests"],
  keepsBefore: true,
  rooms: ({ serialNumber }) => [`unit/${serialNumber}`],
  words: { one: "registration request", many: "registration requests", removed: "This request was removed" },
});
