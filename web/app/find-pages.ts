import { navGroups } from "./nav-links.ts";
import { pages } from "./pages.ts";
import { paths } from "./paths.ts";

export interface FoundPage {
  title: string;
  group: string;
  icon: string;
  to: string;
}

const all: FoundPage[] = navGroups.flatMap((group) =>
  group.links.map(({ page, icon }) => ({ title: pages[page].title, group: group.title, icon, to: paths[page] })),
);

/** Where in the title the query stands: 0 at its start, 1 at a word's start, 2 with each word somewhere, null nowhere. */
function rank(title: string, query: string): number | null {
  const text = title.toLowerCase();
  if (text.startsWith(query)) return 0;
  if (text.includes(` ${query}`)) return 1;
  return query.split(/\s+/).every((word) => text.includes(word)) ? 2 : null;
}

/** The pages whose name matches, best first; all of them for an empty query. */
export function findPages(query: string): FoundPage[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return all;
  return all
    .map((page) => ({ page, at: rank(page.title, wanted) }))
    .filter((found): found is { page: FoundPage; at: number } => found.at !== null)
    .sort((a, b) => a.at - b.at)
    .map(({ page }) => page);
}
