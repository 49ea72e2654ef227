import { useAtomValue } from "../state/jotai.ts";
import { signedInAtom } from "../state/session.atoms.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Empty } from "../ui/States.tsx";
import { usePageName } from "../ui/use-page-name.ts";
import { paths } from "./paths.ts";

/** Any other path under the console (specification: Routes). */
export function NotFound() {
  const signedIn = useAtomValue(signedInAtom);
  usePageName("Page Not Found");
  return (
    <Empty
      ofPage
      title="Page Not Found"
      icon="pi-compass"
      action={<ButtonLink to={signedIn ? paths.home : paths.login}>{signedIn ? "Home" : "Log In"}</ButtonLink>}
    >
      Sorry, this page does not exist
    </Empty>
  );
}
