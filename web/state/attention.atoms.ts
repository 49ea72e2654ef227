import { atom } from "./jotai.ts";

/** What a page of the navigation has for somebody. */
export interface Ask {
  count: number;
  /** As a reader hears it behind the page's name: "2 offline". */
  words: string;
  /** It waits for this operator; else it is only said. */
  isUrgent: boolean;
}
export type Asks = Readonly<Partial<Record<string, Ask>>>;

/** By the name of their page; nothing where nothing waits, and until it was counted. */
export const asksAtom = atom<Asks>({});

/** The sum that the browser's tab shows. */
export const urgentSumAtom = atom((get) =>
  Object.values(get(asksAtom)).reduce((sum, ask) => sum + (ask?.isUrgent ? ask.count : 0), 0),
);
