import { useState } from "react";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useAction } from "../../ui/use-action.ts";
import { signInAtom } from "./auth.atoms.ts";
import { inShort, useWait, whyWait } from "./use-wait.ts";

/** For operators to whom an admin gave a password. */
export function PasswordSignIn() {
  const signIn = useSetAtom(signInAtom);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<{ email?: string; password?: string }>({});
  const { doing, during } = useAction<"login">();
  const { seconds, wait } = useWait();

  const enter = async () => {
    if (doing || seconds > 0) return;
    if (email.trim() === "" || password === "") {
      setError(email.trim() === "" ? { email: "Email is required" } : { password: "Password is required" });
      return;
    }
    const step = await during("login", () => signIn({ email: email.trim(), password }));
    if (step?.is !== "refused") return;
    wait(step.waitMs);
    setError({ password: step.error });
  };

  return (
    <OwnForm className="sign-in-form" onSubmit={enter}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        error={error.email}
        onChange={(typed) => {
          setEmail(typed);
          setError({});
        }}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={error.password}
        onChange={(typed) => {
          setPassword(typed);
          setError({});
        }}
      />
      <div className="sign-in-actions">
        <Button type="submit" kind="primary" working={doing !== null} whyNot={whyWait(seconds)}>
          {seconds > 0 ? `Log In in ${inShort(seconds)}` : "Log In"}
        </Button>
      </div>
    </OwnForm>
  );
}
