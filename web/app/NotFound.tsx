import { useAtomValue } from "../state/jotai.ts";
import { signedInAtom } from "../state/session.atoms.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { usePageName } from "../ui/use-page-name.ts";
import { paths } from "./paths.ts";

/** Any other path under the console (specification: Routes). */
export function NotFound() {
  const signedIn = useAtomValue(signedInAtom);
  usePageName("Page Not Found");
  return (
    <section className="calm">
      <h1>Page Not Found</h1>
      <p className="muted">Sorry, this page does not exist</p>
      <div className="calm-actions">
        <ButtonLink to={signedIn ? paths.home : paths.login}>{signedIn ? "Home" : "Log In"}</ButtonLink>
      </div>
    </section>
  );
}
