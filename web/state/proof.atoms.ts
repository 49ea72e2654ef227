import { atom } from "./jotai.ts";

interface Asked {
  answered: Promise<boolean>;
  answer: (isProved: boolean) => void;
}

const askedAtom = atom<Asked | null>(null);

/** The server wants to know that it is the operator who calls: the dialog that asks is open. */
export const isProofAskedAtom = atom((get) => get(askedAtom) !== null);

/** Opens the dialog, once for all calls that wait for it; true when the server has the proof. */
export const askProofAtom = atom(null, (get, set): Promise<boolean> => {
  const open = get(askedAtom);
  if (open) return open.answered;
  let answer: Asked["answer"] = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  set(askedAtom, { answered, answer });
  return answered;
});

/** Closes it. */
export const endProofAtom = atom(null, (get, set, isProved: boolean) => {
  get(askedAtom)?.answer(isProved);
  set(askedAtom, null);
});
