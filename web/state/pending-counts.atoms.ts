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

/** What the browser's tab shows. Most alarms stand for what another page counts as well: nothing is counted twice. */
export const urgentSumAtom = atom((get) => {
  const { alarms, ...others } = get(badgesAtom);
  const sum = Object.values(others).reduce((all, badge) => all + (badge?.isUrgent ? badge.count : 0), 0);
  return Math.max(sum, alarms?.count ?? 0);
});
