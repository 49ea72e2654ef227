import { proveOperator, requestProofCode } from "#shared/auth/auth.api.ts";
import type { ProofCredentials } from "#shared/auth/auth.schema.ts";
import { call } from "../../http/call.ts";
import { atom } from "../../state/jotai.ts";
import { type Step, stepOf } from "./auth.atoms.ts";

/** A code to the operator's own phone; a refusal is shown beside the button. */
export const sendProofCodeAtom = atom(
  null,
  async (): Promise<Step> => stepOf(await call(requestProofCode, {}, { showsRefusal: true })),
);

/** A refusal is shown beside the field. */
export const proveAtom = atom(
  null,
  async (_get, _set, body: ProofCredentials): Promise<Step> =>
    stepOf(await call(proveOperator, { body }, { showsRefusal: true })),
);
