import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Link, Outlet, useNavigation } from "react-router-dom";
import { useAtomValue } from "../state/jotai.ts";
import { pageNameAtom } from "../state/nav.atoms.ts";
import { signedInAtom } from "../state/session.atoms.ts";
import { useMedia } from "../ui/use-media.ts";
import { Keys } from "./keys/Keys.tsx";
import { Brand, NavBar } from "./NavBar.tsx";
import { paths } from "./paths.ts";
import { TopStrip } from "./TopStrip.tsx";
import { usePage } from "./Trail.tsx";

/** The browser's tab says which page or record it holds. */
function useTabTitle(): void {
  const page = usePage();
  const name = useAtomValue(pageNameAtom);
  const title = name ?? page?.title;
  useEffect(() => {
    document.title = title ? `${title} · Cansole` : "Cansole";
  }, [title]);
}

const PhoneBar = lazy<ComponentType>(() => import("./phone/PhoneBar.tsx").catch(() => ({ default: () => null })));

/** A hairline while the next page's code is on its way; the present page stays. */
function Coming() {
  const { state } = useNavigation();
  return state === "idle" ? null : <div className="coming" role="progressbar" aria-label="Loading page" />;
}

/** The frame around every page: navigation, strip, page. Signed out there is only Log In. */
export function Frame() {
  const signedIn = useAtomValue(signedInAtom);
  const isPhone = useMedia("(max-width: 639.98px)");
  useTabTitle();
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
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <Coming />
      <Keys />
      <NavBar />
      <TopStrip />
      <main id="page" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      {isPhone && (
        <Suspense fallback={null}>
          <PhoneBar />
        </Suspense>
      )}
    </div>
  );
}
