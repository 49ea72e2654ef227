import { navGroups } from "../nav-links.ts";
import { pages } from "../pages.ts";
import type { Item } from "./item.ts";

/** Every page that needs no record. */
export const pageItems: readonly Item[] = navGroups.flatMap((group) =>
  group.links.map(({ page }) => ({
    kind: "page" as const,
    id: page,
    label: pages[page].title,
    detail: group.title,
    state: null,
  })),
);

/**
 * Where in the title the query stands: 0 at its start, 1 at a word's start, 2 where each word occurs somewhere, null
 * nowhere.
 */
function rank(title: string, query: string): number | null {
  const text = title.toLowerCase();
  if (text.startsWith(query)) return 0;
  if (text.includes(` ${query}`)) return 1;
  return query.split(/\s+/).every((word) => text.includes(word)) ? 2 : null;
}

/** The pages whose name matches, best first; all of them for an empty query. */
export function findPages(query: string): readonly Item[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return pageItems;
  return pageItems
    .map((page) => ({ page, at: rank(page.label, wanted) }))
    .filter((found): found is { page: Item; at: number } => found.at !== null)
    .sort((a, b) => a.at - b.at)
    .map(({ page }) => page);
}
