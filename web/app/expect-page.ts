import { matchPath } from "react-router-dom";
import { pages } from "./pages.ts";
import { basePath, paths } from "./paths.ts";

type Page = keyof typeof pages;
const known = new WeakSet<Element>();

/** The page behind a link is pointed at, touched or focused: its code is on its way before the click. */
export const expectPage = ({ target }: Pick<Event, "target">): void => {
  if (!(target instanceof Element)) return;
  // A click anywhere in a row leads to its record.
  const link = target.closest("a") ?? target.closest(".row-leads")?.querySelector("a");
  if (!link || link.origin !== location.origin || known.has(link)) return;
  known.add(link);
  const path = link.pathname.replace(basePath, "") || "/";
  const page = (Object.keys(pages) as Page[]).find((name) => matchPath(paths[name], path));
  // Without it the click fetches it again, and says what fails.
  if (page) void pages[page].load().catch(() => known.delete(link));
};

/** For as long as the console stands. */
export const expectPages = (): void => {
  for (const way of ["pointerover", "focusin"]) document.addEventListener(way, expectPage);
};
