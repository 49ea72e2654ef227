import { logOutAtom } from "../features/auth/auth.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";

/** Logout: the guard then leads to the login page, without offering this operator's page to the next one. */
export function useLogOut(): () => void {
  const logOut = useSetAtom(logOutAtom);
  return () => void logOut();
}
