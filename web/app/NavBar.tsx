import { useEffect, useRef, useSyncExternalStore } from "react";
import { matchPath, NavLink, useLocation } from "react-router-dom";
import { useAtom, useAtomValue } from "../state/jotai.ts";
import { chosenGroupsAtom, navFoldedAtom } from "../state/nav.atoms.ts";
import { useMedia } from "../ui/use-media.ts";
import { NavGroup } from "./NavGroup.tsx";
import { type NavLinkInfo, navGroups } from "./nav-links.ts";
import { openGroups } from "./open-groups.ts";
import { paths } from "./paths.ts";
import { useLogOut } from "./use-log-out.ts";
import { useOneStop } from "./use-one-stop.ts";

interface NavLinksProps {
  /** Height of the window in pixels: groups for which there is no room are folded. */
  height?: number;
  /** Lets the drawer close. */
  onGo?: () => void;
}

/** All links of the console in their groups, and Logout. */
export function NavLinks({ height = 0, onGo }: NavLinksProps) {
  const logOut = useLogOut();
  const { pathname } = useLocation();
  const isAt = ({ page }: NavLinkInfo) => matchPath({ path: paths[page], end: page === "home" }, pathname) !== null;
  const here = navGroups.find(({ links }) => links.some(isAt))?.title;
  const open = openGroups(navGroups, { height, here, chosen: useAtomValue(chosenGroupsAtom) });
  return (
    <>
      <div className="nav-links">
        {navGroups.map((group) => (
          <NavGroup
            key={group.title}
            {...group}
            isOpen={open.has(group.title)}
            isHere={group.title === here}
            onGo={onGo}
          />
        ))}
      </div>
      <div className="nav-foot">
        <button type="button" className="nav-link" title="Logout" onClick={() => void logOut()}>
          <span className="pi pi-sign-out" aria-hidden="true" />
          <span className="nav-word">Logout</span>
        </button>
      </div>
    </>
  );
}

export function Brand() {
  return (
    <>
      <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <path d="M11 7.500h10l1.500 3v12L21 25.500H11l-1.500-3v-12z" className="brand-can" />
        <path d="M9.500 10.500h13M9.500 22.500h13" className="brand-line" />
        <circle cx="16" cy="16.500" r="2.800" />
      </svg>
      <span className="brand-name">Cansole</span>
    </>
  );
}

const followSize = (changed: () => void) => {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
};

/** The height of the window, for links of a mouse's size; those of a finger's leave nothing to spare. */
function useRoom(): number {
  const height = useSyncExternalStore(followSize, () => window.innerHeight);
  return useMedia("(pointer: coarse)") ? 0 : height;
}

/** The column on the left; it folds to icons. Below 900 px the drawer takes its place. */
export function NavBar() {
  const [folded, setFolded] = useAtom(navFoldedAtom);
  const words = folded ? "Unfold navigation" : "Fold navigation";
  const nav = useRef<HTMLElement>(null);
  const walk = useOneStop(nav);
  const { pathname } = useLocation();
  // In a low window the links scroll; where one is stands in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own link.
  useEffect(() => {
    // Newer browsers answer a promise, which React would take for what ends the effect.
    nav.current?.querySelector(".nav-links .active")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <nav className="nav" aria-label="Console" ref={nav} onKeyDown={walk}>
      <div className="nav-head">
        <NavLink to={paths.home} className="brand" aria-label="Cansole, to Home">
          <Brand />
        </NavLink>
        <button
          type="button"
          className="nav-fold"
          aria-label={words}
          title={words}
          aria-pressed={folded}
          onClick={() => setFolded(!folded)}
        >
          <span className={`pi ${folded ? "pi-angle-double-right" : "pi-angle-double-left"}`} aria-hidden="true" />
        </button>
      </div>
      <NavLinks height={useRoom()} />
    </nav>
  );
}
