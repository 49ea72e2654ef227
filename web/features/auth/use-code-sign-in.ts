import { useRef, useState } from "react";
import { otpLength } from "#shared/auth/auth.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { useAction } from "../../ui/use-action.ts";
import { phoneLength, requestCodeAtom, signInAtom } from "./auth.atoms.ts";
import { useWait } from "./use-wait.ts";

type Errors = { phone?: string; otp?: string };

/** What was typed, what was sent, and what the server said of it. */
export function useCodeSignIn() {
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
    if (!step || step.is === "failed") return;
    if (step.is === "refused") {
      code.wait(step.waitMs);
      setErrors({ phone: step.error });
      if (step.waitMs === 0) return focus("phone");
    } else {
      setErrors({});
      setOtp("");
    }
    // Who has to wait has a code: their phone may have forgotten this page while they looked at its messages.
    setSentTo(phone);
    // The field is drawn by now when it was there before, else it takes the focus itself.
    focus("otp");
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

  const typePhone = (typed: string) => {
    setPhone(typed.replaceAll(/\s/g, ""));
    setErrors({});
    code.wait(0);
  };
  const typeCode = (typed: string) => {
    setOtp(typed);
    setErrors({});
  };
  return { phone, otp, sentTo, requested, working, errors, code, login, form, send, enter, typePhone, typeCode };
}
