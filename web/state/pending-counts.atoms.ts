import { atom } from "./jotai.ts";

/** What a page of the navigation has for somebody. */
export interface Badge {
  count: number;
  /** As a screen reader reads it behind the page's name: "2 offline". */
  words: string;
  /** It waits for this operator; else it is only said. */
  isUrgent: boolean;
}
export type Badges = Readonly<Partial<Record<string, Badge>>>;

/** By the name of their page; nothing where nothing waits, and until it was counted. */
export const badgesAtom = atom<Badges>({});

/** The sum that the browser's tab shows. */
export const urgentSumAtom = atom((get) =>
  Object.values(get(badgesAtom)).reduce((sum, badge) => sum + (badge?.isUrgent ? badge.count : 0), 0),
);
