import { useRef, useState } from "react";
import { otpLength } from "#shared/auth/auth.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { OtpField } from "../../ui/form/OtpField.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useAction } from "../../ui/use-action.ts";
import { phoneLength, requestCodeAtom, signInAtom } from "./auth.atoms.ts";
import { inShort, useWait, whyWait } from "./use-wait.ts";

type Errors = { phone?: string; otp?: string };

/** Phone, then the code that was sent to it. The phone stays editable: another one needs a new code. */
export function CodeSignIn() {
  const requestCode = useSetAtom(requestCodeAtom);
  const signIn = useSetAtom(signInAtom);
  const [phone, setPhone] = useState("");
  const [otp, setOtp] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  /** Whatever the result, the next code is requested again. */
  const [requested, setRequested] = useState(false);
  const { doing: working, during } = useAction<"code" | "login">();
  const [errors, setErrors] = useState<Errors>({});
  const code = useWait();
  const login = useWait();
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const send = async () => {
    if (working || code.seconds > 0) return;
    const step = await during("code", () => requestCode({ phone, resend: sentTo !== null }));
    if (phone.length === phoneLength) setRequested(true);
    if (!step) return;
    if (step.is === "done") {
      setErrors({});
      setOtp("");
      setSentTo(phone);
      // The field is drawn by now when it was there before, else it takes the focus itself.
      focus("otp");
      return;
    }
    if (step.is === "failed") return;
    code.wait(step.waitMs);
    setErrors({ phone: step.error });
    if (step.waitMs === 0) focus("phone");
  };

  const enter = async () => {
    if (working || login.seconds > 0) return;
    if (otp.length !== otpLength) {
      setErrors({ otp: `Enter the ${otpLength} digits that were sent to you` });
      focus("otp");
      return;
    }
    const step = await during("login", () => signIn({ phone, OTP: otp }));
    if (step?.is !== "refused") return;
    login.wait(step.waitMs);
    setErrors({ otp: step.error });
    setOtp("");
    focus("otp");
  };

  const isSent = sentTo !== null;
  return (
    <OwnForm ref={form} className="sign-in-form" onSubmit={isSent ? enter : send}>
      <TextField
        label="Phone number"
        name="phone"
        type="tel"
        autoComplete="tel-national"
        autoFocus
        value={phone}
        error={errors.phone}
        hint={isSent && phone === sentTo ? undefined : `${phoneLength} digits, without the country code`}
        onChange={(typed) => {
          setPhone(typed.replaceAll(/\s/g, ""));
          setErrors({});
          code.wait(0);
        }}
      />
      {isSent && (
        <OtpField
          label="One-time code"
          name="otp"
          length={otpLength}
          autoFocus
          value={otp}
          error={errors.otp}
          hint={`Sent to ${sentTo}, if that phone may sign in. It is valid for 5 minutes.`}
          onChange={(typed) => {
            setOtp(typed);
            setErrors({});
          }}
        />
      )}
      <div className="sign-in-actions">
        {isSent && (
          <Button type="submit" kind="primary" working={working === "login"} whyNot={whyWait(login.seconds)}>
            {login.seconds > 0 ? `Log In in ${inShort(login.seconds)}` : "Log In"}
          </Button>
        )}
        <Button
          kind={isSent ? "plain" : "primary"}
          type={isSent ? "button" : "submit"}
          onClick={isSent ? () => void send() : undefined}
          working={working === "code"}
          whyNot={code.seconds > 0 ? "Wait until another code can be sent" : null}
        >
          {requested ? "Re Send OTP" : "Send OTP"}
        </Button>
      </div>
      {code.seconds > 0 && (
        <p className="sign-in-wait muted figures">Another code can be sent in {inShort(code.seconds)}.</p>
      )}
    </OwnForm>
  );
}
