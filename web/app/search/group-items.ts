import { searchKinds } from "#shared/search/search.schema.ts";
import { findByWords } from "../../ui/find-by-words.ts";
import { findPages } from "./find-pages.ts";
import { type Item, keyOf, kindHead } from "./item.ts";

export interface Group {
  head: string;
  items: readonly Item[];
  /** For several kinds: each item says its own. */
  mixed?: true;
}

/**
 * What the palette shows, in its order: what was opened lately, pages, actions, records by kind. What comes from the server comes
 * last, so that nothing moves under the operator's hand when it arrives.
 */
export const groupItems = (
  query: string,
  recent: readonly Item[],
  records: readonly Item[],
  actions: readonly Item[] = [],
): Group[] => {
  const found = [...findPages(query), ...actions, ...records];
  const asFound = new Map(found.map((item) => [keyOf(item), item]));
  const alike = new Set(findByWords(recent, query, ({ label, detail }) => `${label} ${detail}`).map(keyOf));
  const opened = recent
    .filter((item) => alike.has(keyOf(item)) || asFound.has(keyOf(item)))
    .map((item) => asFound.get(keyOf(item)) ?? item);
  const shown = new Set(opened.map(keyOf));
  const rest = found.filter((item) => !shown.has(keyOf(item)));
  const groups: Group[] = [
    { head: "Recent", items: opened, mixed: true },
    ...(["page", "action", ...searchKinds] as const).map((kind) => ({
      head: kindHead(kind),
      items: rest.filter((item) => item.kind === kind),
    })),
  ];
  return groups.filter(({ items }) => items.length > 0);
};
