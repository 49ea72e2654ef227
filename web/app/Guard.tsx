import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useAtomValue } from "../state/jotai.ts";
import { leftOnPurposeAtom, signedInAtom } from "../state/session.atoms.ts";
import { paths } from "./paths.ts";

/** Only login is public (specification: Routes). The login page finds the requested page in `state.from`. */
export function Guard() {
  const signedIn = useAtomValue(signedInAtom);
  const leftOnPurpose = useAtomValue(leftOnPurposeAtom);
  const { pathname, search, hash } = useLocation();
  if (signedIn) return <Outlet />;
  return <Navigate to={paths.login} replace state={leftOnPurpose ? null : { from: `${pathname}${search}${hash}` }} />;
}
