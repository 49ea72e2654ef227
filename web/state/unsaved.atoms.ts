import { atom } from "./jotai.ts";

const formsAtom = atom<Readonly<Record<string, string[]>>>({});

/** The labels of every changed field on the screen, of all its forms. Empty: nothing would be lost by leaving. */
export const unsavedAtom = atom((get) => Object.values(get(formsAtom)).flat());

/** A form registers what has been changed in it; nothing once it is saved or gone. */
export const setUnsavedAtom = atom(null, (get, set, form: string, labels: string[]) => {
  const { [form]: before = [], ...others } = get(formsAtom);
  if (before.length === 0 && labels.length === 0) return;
  set(formsAtom, labels.length === 0 ? others : { ...others, [form]: labels });
});
