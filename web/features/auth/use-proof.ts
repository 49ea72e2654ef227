import { useEffect, useRef, useState } from "react";
import { proveOperator, requestProofCode } from "#shared/auth/auth.api.ts";
import { otpLength, type ProofCredentials } from "#shared/auth/auth.schema.ts";
import { call } from "../../http/call.ts";
import { atom, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { endProofAtom } from "../../state/proof.atoms.ts";
import { operatorAtom, signedInAtom } from "../../state/session.atoms.ts";
import { useAction } from "../../ui/use-action.ts";
import { type Step, stepOf } from "./auth.atoms.ts";
import { useWait } from "./use-wait.ts";

/** A code to the operator's own phone; a refusal is shown beside the button. */
const sendProofCodeAtom = atom(
  null,
  async (): Promise<Step> => stepOf(await call(requestProofCode, {}, { showsRefusal: true })),
);

/** A refusal is shown beside the field. */
const proveAtom = atom(
  null,
  async (_get, _set, body: ProofCredentials): Promise<Step> =>
    stepOf(await call(proveOperator, { body }, { showsRefusal: true })),
);

export const ways = {
  code: { other: "Use your password instead", missing: `Enter the ${otpLength} digits that were sent to you` },
  password: { other: "Use a one-time code instead", missing: "Enter your password" },
} as const;

/** What the dialog asks for, and what came of the code or the password. */
export function useProof() {
  const end = useSetAtom(endProofAtom);
  const sendCode = useSetAtom(sendProofCodeAtom);
  const prove = useSetAtom(proveAtom);
  const operator = useAtomValue(operatorAtom);
  const signedIn = useAtomValue(signedInAtom);
  const [way, setWay] = useState<keyof typeof ways>("code");
  const [isSent, setSent] = useState(false);
  const [given, setGiven] = useState("");
  const [error, setError] = useState<string>();
  const { doing, during } = useAction<"code" | "proof">();
  const code = useWait();
  const proof = useWait();
  const form = useRef<HTMLFormElement>(null);
  // Signed out there is nothing to go on with.
  useEffect(() => {
    if (!signedIn) end(false);
  }, [signedIn, end]);

  const enter = (typed: string) => {
    setGiven(typed);
    setError(undefined);
  };
  const focus = () => form.current?.querySelector("input")?.focus();
  const send = async () => {
    if (doing || code.seconds > 0) return;
    const step = await during("code", () => sendCode());
    if (!step || step.is === "failed") return;
    enter("");
    if (step.is === "refused") {
      code.wait(step.waitMs);
      setError(step.error);
      if (step.waitMs === 0) return;
    }
    // Who has to wait has a code, of this dialog as it was opened before.
    setSent(true);
    focus();
  };
  const confirm = async () => {
    if (doing || proof.seconds > 0) return;
    const isWhole = way === "code" ? given.length === otpLength : given !== "";
    if (!isWhole) {
      setError(ways[way].missing);
      return focus();
    }
    const step = await during("proof", () => prove(way === "code" ? { OTP: given } : { password: given }));
    if (step?.is === "done") return end(true);
    if (step?.is !== "refused") return;
    proof.wait(step.waitMs);
    enter("");
    setError(step.error);
    focus();
  };

  const turn = () => {
    setWay(way === "code" ? "password" : "code");
    enter("");
  };
  return { end, operator, way, isSent, given, error, doing, code, proof, form, enter, send, confirm, turn };
}
