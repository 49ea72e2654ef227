import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "../state/jotai.ts";
import { endProofAtom, isProofRequestedAtom } from "../state/proof.atoms.ts";
import { later } from "../ui/later.tsx";

/** Its code could not be fetched: what waits for it is refused, in the server's words. */
function Unreached() {
  const end = useSetAtom(endProofAtom);
  useEffect(() => end(false), [end]);
  return null;
}

const ProofDialog = later(() => import("../features/auth/ProofDialog.tsx"), Unreached);

/** Requests a fresh proof when a call needs one. */
export function Proof() {
  return useAtomValue(isProofRequestedAtom) && <ProofDialog />;
}
