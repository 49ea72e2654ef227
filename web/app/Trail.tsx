import { useEffect, useState } from "react";
import { Link, useMatches } from "react-router-dom";
import { useAtomValue } from "../state/jotai.ts";
import { pageNameAtom } from "../state/nav.atoms.ts";
import { useIsPhone } from "../ui/use-media.ts";
import { navGroups } from "./nav-links.ts";
import { type PageInfo, pages } from "./pages.ts";
import { type PageName, paths } from "./paths.ts";

/** What a route defines for the frame. */
export interface PageHandle {
  page: Exclude<PageName, "login">;
}

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "page" in handle;

/** The page on the screen, or null where none of ours is. */
export function usePage(): (PageInfo & PageHandle) | null {
  const handle = useMatches()
    .map((match) => match.handle)
    .find(isPageHandle);
  return handle ? { ...handle, ...pages[handle.page] } : null;
}

const groupOf = (name: PageName): string | undefined =>
  navGroups.find((group) => group.links.some((link) => link.page === name))?.title;

/** Whether the page's own heading has scrolled beneath the strip: only then a phone's strip says its name. */
function useHeadingGone(): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const look = () => {
      const strip = document.querySelector(".strip")?.getBoundingClientRect().bottom ?? 0;
      setGone((document.querySelector("#page h1")?.getBoundingClientRect().bottom ?? strip) < strip);
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return isGone;
}

/** Where the page stands: its group, its list, then itself or the record's name. */
export function Trail() {
  const page = usePage();
  const name = useAtomValue(pageNameAtom);
  const isAlone = useHeadingGone();
  const isPhone = useIsPhone();
  if (!page) return <div className="trail" />;
  // A page of the navigation is in its own group; any other page beneath its list.
  const own = groupOf(page.page);
  const parent = !own && page.parent && page.parent !== "login" ? pages[page.parent] : null;
  const group = own ?? (page.parent && groupOf(page.parent));
  return (
    <nav className="trail" aria-label="Trail">
      <ol className={isAlone ? "trail-alone" : undefined}>
        {group && (
          <li className="trail-up">
            {group}
            <span className="pi pi-angle-right" aria-hidden="true" />
          </li>
        )}
        {page.parent && parent && (
          <li className="trail-up">
            <Link to={paths[page.parent]}>{parent.title}</Link>
            <span className="pi pi-angle-right" aria-hidden="true" />
          </li>
        )}
        {(isAlone || !isPhone) && <li aria-current="page">{name ?? page.title}</li>}
      </ol>
    </nav>
  );
}
