import "./proof.css";
import { otpLength } from "#shared/auth/auth.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { OtpField } from "../../ui/form/OtpField.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useProof, ways } from "./use-proof.ts";
import { inShort, whyWait } from "./use-wait.ts";

/**
 * Makes the operator confirm their identity, by a code or the password. The call that needed it then continues by
 * itself (web/http/call.ts). Mounted once, around every page.
 */
export default function ProofDialog() {
  const { end, operator, way, isSent, given, error, doing, code, proof, form, enter, send, confirm, turn } = useProof();

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
        <p className="muted">This step needs an extra confirmation.</p>
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
          <Button kind="quiet" small onClick={turn}>
            {ways[way].other}
          </Button>
        </div>
      </OwnForm>
    </Dialog>
  );
}
