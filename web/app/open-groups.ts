import type { NavGroupInfo } from "./nav-links.ts";

/** Pixels of a desk's navigation (nav.css): what stands around the groups, a link, and the heads of groups. */
const [around, link, openHead, foldedHead] = [100, 28, 36, 32];

interface Room {
  /** The window's height in pixels; at 0 only the groups that must be open are open. */
  height: number;
  /** The group of the present page. */
  here: string | undefined;
  /** What the operator opened (`People`) and folded (`-People`). */
  chosen: readonly string[];
}

/**
 * The titles of the groups whose links are shown: those that never fold, the present page's, those that the operator
 * opened; then the others in their order for which there is room, so that nothing lies below the window.
 */
export const openGroups = (groups: readonly NavGroupInfo[], { height, here, chosen }: Room): ReadonlySet<string> => {
  const must = groups.filter(({ title, folds }) => !folds || title === here || chosen.includes(title));
  const open = new Set(must.map(({ title }) => title));
  const taken = groups.reduce(
    (sum, { title, links }) => sum + (open.has(title) ? openHead + links.length * link : foldedHead),
    around,
  );
  let left = height - taken;
  for (const { title, links } of groups) {
    const more = openHead - foldedHead + links.length * link;
    if (open.has(title) || chosen.includes(`-${title}`) || more > left) continue;
    open.add(title);
    left -= more;
  }
  return open;
};
