import { atom } from "./jotai.ts";

interface KeptForm {
  /** Whose it is: nobody else is shown it. */
  operator: string;
  base: object;
  values: object;
}

/** What was typed into forms when a sign-in ended by itself, in the memory of this tab alone. */
export const keptFormsAtom = atom<ReadonlyMap<string, KeptForm>>(new Map());
