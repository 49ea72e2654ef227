import { useEffect, useLayoutEffect, useRef } from "react";
import { Link, Outlet, useLocation, useNavigation } from "react-router-dom";
import { useAtomValue } from "../state/jotai.ts";
import { pageNameAtom } from "../state/nav.atoms.ts";
import { urgentSumAtom } from "../state/pending-counts.atoms.ts";
import { signedInAtom } from "../state/session.atoms.ts";
import { later, Nothing } from "../ui/later.tsx";
import { useIsPhone, useMedia } from "../ui/use-media.ts";
import { ConnectionBand } from "./ConnectionBand.tsx";
import { Keys } from "./keys/Keys.tsx";
import { Brand, NavBar } from "./NavBar.tsx";
import { paths } from "./paths.ts";
import { TopStrip } from "./TopStrip.tsx";
import { usePage } from "./Trail.tsx";

/**
 * The browser's tab shows the pending count and the name of the page or record. A change of either does not draw the
 * frame.
 */
export function TabTitle() {
  const page = usePage();
  const name = useAtomValue(pageNameAtom);
  const urgent = useAtomValue(urgentSumAtom);
  const title = name ?? page?.title;
  useEffect(() => {
    document.title = `${urgent > 0 ? `(${urgent}) ` : ""}${title ? `${title} · ` : ""}Cansole`;
  }, [title, urgent]);
  return null;
}

/** From the second page of a visit on there was something before: skeletons wait (web/ui/base.css). */
export function Moved() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useLayoutEffect(() => {
    if (pathname !== first.current) document.documentElement.dataset.moved = "";
  }, [pathname]);
  return null;
}

const PhoneBar = later(() => import("./phone/PhoneBar.tsx"), Nothing);

/** A hairline while the next page's code is on its way; the present page stays. */
function Coming() {
  const { state } = useNavigation();
  return state === "idle" ? null : <div className="coming" role="progressbar" aria-label="Loading page" />;
}

/** The frame around every page: navigation, strip, page. Signed out there is only Log In. */
export function Frame() {
  const signedIn = useAtomValue(signedInAtom);
  const isPhone = useIsPhone();
  // There the drawer has the links: none of them is drawn before it is opened.
  const isNarrow = useMedia("(max-width: 899.98px)");
  if (!signedIn) {
    return (
      <div className="front">
        <header className="front-head">
          <span className="brand">
            <Brand />
          </span>
          <nav aria-label="Console">
            <Link to={paths.login}>Log In</Link>
          </nav>
        </header>
        <main id="page" className="front-page">
          <Outlet />
        </main>
      </div>
    );
  }
  return (
    <div className="frame">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads into this page, and without its code as well. */}
      <a
        className="skip"
        href="#page"
        onClick={(event) => {
          // Within the page: the router would take another fragment for a step of the operator's.
          event.preventDefault();
          document.getElementById("page")?.focus();
        }}
      >
        Skip to the page
      </a>
      <Keys />
      {!isNarrow && <NavBar />}
      <TopStrip />
      <ConnectionBand />
      <main id="page" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      {isPhone && <PhoneBar />}
      {/* Behind all others: a browser works out anew what stands behind an element that comes. */}
      <Coming />
    </div>
  );
}
