import { matchPath } from "react-router-dom";
import { connectionAtom } from "../state/connection.atoms.ts";
import { store } from "../state/jotai.ts";
import { type PageInfo, pages } from "./pages.ts";
import { basePath, paths } from "./paths.ts";

type Page = keyof typeof pages;
/** Who only passes over a link does not rest on it this long. */
const restMs = 60;
/** A page's first data is followed this long without the page. */
const expectedMs = 5_000;

const known = new WeakSet<Element>();
let restsOn: Element | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;

interface Behind {
  page: PageInfo;
  params: Readonly<Record<string, string | undefined>>;
}

const pageBehind = ({ origin, pathname }: HTMLAnchorElement): Behind | null => {
  if (origin !== location.origin) return null;
  const path = pathname.replace(basePath, "") || "/";
  for (const name of Object.keys(pages) as Page[]) {
    const match = matchPath(paths[name], path);
    if (match) return { page: pages[name], params: match.params };
  }
  return null;
};

/** Joins and loads what the page shows first, as the page does: it finds it there and goes on with it. */
const followFirst = async ({ pathname, search }: HTMLAnchorElement, { page, params }: Behind): Promise<void> => {
  // What the address says beside its path is for the page to read; what cannot be followed is not loaded.
  if (search !== "" || pathname === location.pathname || store.get(connectionAtom).state !== "live") return;
  const { first } = await page.load();
  for (const one of (await first?.(params)) ?? [])
    setTimeout(
      store.sub(one, () => undefined),
      expectedMs,
    );
};

/**
 * The page behind a link is pointed at, touched or focused: its code is on its way before the click, and so is its data
 * where a mouse or the focus rests on the link.
 */
export const expectPage = ({ target, pointerType }: Pick<Event, "target"> & { pointerType?: string }): void => {
  if (!(target instanceof Element)) return;
  const own = target.closest("a");
  const isNew = own !== restsOn;
  restsOn = own;
  if (isNew) clearTimeout(resting);
  // A click anywhere in a row leads to its record.
  const link = own ?? target.closest(".row-leads")?.querySelector("a");
  if (!link || (known.has(link) && !isNew)) return;
  const behind = pageBehind(link);
  if (!behind) return;
  if (!known.has(link)) {
    known.add(link);
    // Without it the click fetches it again, and says what fails.
    void behind.page.load().catch(() => known.delete(link));
  }
  // A finger scrolls where it touches.
  if (!own || !isNew || pointerType === "touch") return;
  resting = setTimeout(() => void followFirst(own, behind).catch(() => undefined), restMs);
};

/** A link is clicked or tapped: its page's data is requested before React begins to draw the page. */
export const requestPage = ({ target }: Pick<Event, "target">): void => {
  const link = target instanceof Element ? target.closest("a") : null;
  const behind = link && pageBehind(link);
  if (behind) void followFirst(link, behind).catch(() => undefined);
};

/** For as long as the console stands. */
export const expectPages = (): void => {
  for (const way of ["pointerover", "focusin"]) document.addEventListener(way, expectPage);
  // Before the router: it moves the address at once.
  document.addEventListener("click", requestPage, { capture: true });
};
