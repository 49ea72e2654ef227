import { atom } from "./jotai.ts";

interface ProofRequest {
  answered: Promise<boolean>;
  answer: (isProved: boolean) => void;
}

const proofRequestAtom = atom<ProofRequest | null>(null);

/** The server requires a proof of the operator's identity: its dialog is open. */
export const isProofRequestedAtom = atom((get) => get(proofRequestAtom) !== null);

/** Opens the dialog, once for all calls that wait for it; true when the server has the proof. */
export const requestProofAtom = atom(null, (get, set): Promise<boolean> => {
  const open = get(proofRequestAtom);
  if (open) return open.answered;
  let answer: ProofRequest["answer"] = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  set(proofRequestAtom, { answered, answer });
  return answered;
});

/** Closes it. */
export const endProofAtom = atom(null, (get, set, isProved: boolean) => {
  get(proofRequestAtom)?.answer(isProved);
  set(proofRequestAtom, null);
});
