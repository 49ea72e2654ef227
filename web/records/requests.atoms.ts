import { listRequests } from "#shared/registration/registration.api.ts";
import { requestRecord } from "#shared/registration/request.record.ts";
import { listAtomOf } from "../live/record-atoms.ts";

/** Control units that wait to be registered; new ones appear by themselves. */
export const requestsAtom = listAtomOf(requestRecord, listRequests);
