import { readPenalty } from "#shared/penalties/penalty.api.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import { recordAtomOf } from "../../live/record-atoms.ts";
import { oneForKey } from "../../state/one-for-key.ts";

export const penaltyAtomOf = oneForKey((id: string) => recordAtomOf(penaltyRecord, readPenalty, id));
