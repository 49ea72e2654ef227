import "./proof.css";
import { useEffect, useRef, useState } from "react";
import { otpLength } from "#shared/auth/auth.schema.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { endProofAtom } from "../../state/proof.atoms.ts";
import { operatorAtom, signedInAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { OtpField } from "../../ui/form/OtpField.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useAction } from "../../ui/use-action.ts";
import { proveAtom, sendProofCodeAtom } from "./proof.atoms.ts";
import { inShort, useWait, whyWait } from "./use-wait.ts";

const ways = {
  code: { other: "Use your password instead", missing: `Enter the ${otpLength} digits that were sent to you` },
  password: { other: "Use a one-time code instead", missing: "Enter your password" },
} as const;

/**
 * Makes the operator confirm their identity, by a code or the password. The call that needed it then continues by
 * itself (web/http/call.ts). Mounted once, around every page.
 */
export default function ProofDialog() {
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
    if (step?.is === "refused") {
      code.wait(step.waitMs);
      setError(step.error);
    }
    if (step?.is !== "done") return;
    enter("");
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

  const isReady = way === "password" || isSent;
  const field = { value: given, onChange: enter, error };
  return (
    <Dialog
      title="Confirm that it is you"
      onClose={() => end(false)}
      foot={
        <>
          <Button onClick={() => end(false)}>Cancel</Button>
          {way === "code" && (
            <Button
              kind={isSent ? "plain" : "primary"}
              autoFocus
              onClick={() => void send()}
              working={doing === "code"}
              whyNot={code.seconds > 0 ? `Another code can be sent in ${inShort(code.seconds)}` : null}
            >
              {isSent ? "Re Send OTP" : "Send OTP"}
            </Button>
          )}
          {isReady && (
            <Button
              kind="primary"
              onClick={() => void confirm()}
              working={doing === "proof"}
              whyNot={whyWait(proof.seconds)}
            >
              {proof.seconds > 0 ? `Confirm in ${inShort(proof.seconds)}` : "Confirm"}
            </Button>
          )}
        </>
      }
    >
      <OwnForm ref={form} className="proof-form" onSubmit={isReady ? confirm : send}>
        <p className="muted">For this, being signed in is not enough.</p>
        {way === "code" && !isSent && (
          <p role={error ? "alert" : undefined}>
            {error ??
              `We send a one-time code to your phone${operator ? ` ending in ${operator.phone.slice(-3)}` : ""}.`}
          </p>
        )}
        {way === "code" && isSent && (
          <OtpField {...field} label="One-time code" name="proof-code" length={otpLength} autoFocus />
        )}
        {way === "password" && (
          <TextField
            {...field}
            label="Your password"
            name="proof-password"
            type="password"
            autoComplete="current-password"
            autoFocus
          />
        )}
        <div>
          <Button
            kind="quiet"
            small
            onClick={() => {
              setWay(way === "code" ? "password" : "code");
              enter("");
            }}
          >
            {ways[way].other}
          </Button>
        </div>
      </OwnForm>
    </Dialog>
  );
}
