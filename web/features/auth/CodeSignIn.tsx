import { otpLength } from "#shared/auth/auth.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { OtpField } from "../../ui/form/OtpField.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { phoneLength } from "./auth.atoms.ts";
import { useCodeSignIn } from "./use-code-sign-in.ts";
import { inShort, whyWait } from "./use-wait.ts";

/** Phone, then the code that was sent to it. The phone stays editable: another one needs a new code. */
export function CodeSignIn() {
  const { phone, otp, sentTo, requested, working, errors, code, login, form, send, enter, typePhone, typeCode } =
    useCodeSignIn();
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
        onChange={typePhone}
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
          onChange={typeCode}
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
