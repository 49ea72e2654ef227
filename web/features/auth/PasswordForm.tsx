import * as z from "zod";
import { NewPassword, shortestPassword } from "#shared/auth/auth.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { changePasswordAtom } from "./account.atoms.ts";

const labels = { present: "Current password", password: "New password" };
const blank = { present: "", password: "" };
const First = z.object({ present: z.string(), password: NewPassword });
const Change = First.extend({ present: z.string().min(1, "is required") });

interface PasswordFormProps {
  hasPassword: boolean;
  hasEmail: boolean;
}

/** Sets the first password, or changes it for who knows the present one. */
export function PasswordForm({ hasPassword, hasEmail }: PasswordFormProps) {
  const change = useSetAtom(changePasswordAtom);
  const form = useForm({
    schema: hasPassword ? Change : First,
    initial: blank,
    labels,
    submit: async ({ present, password }) => {
      const errors = await change(hasPassword ? { present, password } : { password });
      return errors === null ? { is: "saved", values: blank } : { is: "refused", errors };
    },
  });
  if (!hasEmail) {
    return (
      <Card title="Password">
        <p className="muted">Signing in with a password needs an email address; ask an admin to add yours.</p>
      </Card>
    );
  }
  return (
    <Card title="Password">
      <p className="muted">
        {hasPassword
          ? "Changing it signs out your other devices."
          : "You sign in with one-time codes. A password is another way to sign in."}
      </p>
      <Form form={form} action={hasPassword ? "Change password" : "Set password"} label="Password" editing>
        {hasPassword && <TextField {...form.field("present")} type="password" autoComplete="current-password" />}
        <TextField
          {...form.field("password")}
          type="password"
          autoComplete="new-password"
          hint={`At least ${shortestPassword} characters: three or four unrelated words`}
        />
      </Form>
    </Card>
  );
}
