import { createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router-dom";

const Base = createContext<string | null>(null);

/** Around rows of which one handler follows all links: `base` is the console's own root (useRowLinks). */
export const FollowedLinks = Base.Provider;

/**
 * A link in a cell. The router's own is drawn anew with every step of the address, and a page of a list has a hundred
 * and fifty: where one handler follows them all they are plain.
 */
export function CellLink({ to, children }: { to: string; children: ReactNode }) {
  const base = useContext(Base);
  if (base === null) return <Link to={to}>{children}</Link>;
  return (
    <a href={base === "/" ? to : `${base}${to}`} data-to={to}>
      {children}
    </a>
  );
}
