import { useId, useLayoutEffect, useRef } from "react";
import { NavLink } from "react-router-dom";
import { useAtomValue, useSetAtom } from "../state/jotai.ts";
import { chosenGroupsAtom } from "../state/nav.atoms.ts";
import { type Badge, badgesAtom } from "../state/pending-counts.atoms.ts";
import { operatorAtom } from "../state/session.atoms.ts";
import type { NavGroupInfo, NavLinkInfo } from "./nav-links.ts";
import { PendingBadge } from "./PendingBadge.tsx";
import { pages } from "./pages.ts";
import { paths } from "./paths.ts";

function Item({ page, icon, short, onGo }: NavLinkInfo & { onGo?: () => void }) {
  const { title } = pages[page];
  const badge = useAtomValue(badgesAtom)[page];
  const words = badge && `${title}, ${badge.words}`;
  return (
    <li>
      <NavLink
        to={paths[page]}
        end={page === "home"}
        className="nav-link"
        title={words ?? title}
        aria-label={words}
        onClick={onGo}
      >
        <span className={`pi ${icon}`} aria-hidden="true" />
        <span className="nav-word">
          {short ?? title}
          {short && <span className="unseen">{title.slice(short.length)}</span>}
        </span>
        <PendingBadge of={badge} />
      </NavLink>
    </li>
  );
}

/** The count of all pages of a folded group. Work that needs nobody here counts only if nothing else does. */
const useSum = (links: readonly NavLinkInfo[]): Badge | undefined => {
  const badges = useAtomValue(badgesAtom);
  const all = links.flatMap(({ page }) => badges[page] ?? []);
  const urgent = all.filter(({ isUrgent }) => isUrgent);
  const summed = urgent.length > 0 ? urgent : all;
  if (summed.length === 0) return undefined;
  return {
    count: summed.reduce((sum, { count }) => sum + count, 0),
    words: summed.map(({ words }) => words).join(", "),
    isUrgent: urgent.length > 0,
  };
};

interface NavGroupProps extends NavGroupInfo {
  isOpen: boolean;
  /** The present page is one of its own: it stays open. */
  isHere: boolean;
  onGo?: () => void;
}

/** A group of links. A folded one keeps its links in the page, so that the browser's search finds and opens it. */
export function NavGroup({ title, links, folds, isOpen, isHere, onGo }: NavGroupProps) {
  const setOpen = useSetAtom(chosenGroupsAtom);
  const sum = useSum(links);
  const isAdmin = useAtomValue(operatorAtom)?.role === "admin";
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const isFolded = !isOpen;
  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isFolded) return;
    // React would write it as a plain `hidden`, which the browser's search does not look into.
    element.setAttribute("hidden", "until-found");
    const unfold = () => setOpen(title, true);
    element.addEventListener("beforematch", unfold);
    return () => {
      element.removeEventListener("beforematch", unfold);
      element.removeAttribute("hidden");
    };
  }, [isFolded, setOpen, title]);
  return (
    <section className="nav-group">
      {folds && !isHere ? (
        <h2>
          <button
            type="button"
            className="nav-group-fold"
            aria-expanded={!isFolded}
            aria-controls={id}
            aria-label={isFolded && sum ? `${title}, ${sum.words}` : undefined}
            onClick={() => setOpen(title, isFolded)}
          >
            {title}
            <span className={`pi ${isFolded ? "pi-angle-right" : "pi-angle-down"}`} aria-hidden="true" />
            {isFolded && <PendingBadge of={sum} />}
          </button>
        </h2>
      ) : (
        <h2>{title}</h2>
      )}
      <ul ref={list} id={id}>
        {links
          .filter(({ adminsOnly }) => isAdmin || !adminsOnly)
          .map(({ adminsOnly: _, ...link }) => (
            <Item key={link.page} {...link} onGo={onGo} />
          ))}
      </ul>
    </section>
  );
}
