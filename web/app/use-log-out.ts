import { clearAlertLogAtom } from "../state/alerts.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";
import { signOutAtom } from "../state/session.atoms.ts";

/** Logout: the guard then leads to the login page, without offering this operator's page to the next one. */
export function useLogOut(): () => void {
  const signOut = useSetAtom(signOutAtom);
  const clearLog = useSetAtom(clearAlertLogAtom);
  return () => {
    clearLog();
    signOut("asked");
  };
}
