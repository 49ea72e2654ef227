import { useNavigate } from "react-router-dom";
import * as z from "zod";
import { registerUser } from "#shared/auth/auth.api.ts";
import { line, OptionalEmail, Phone } from "#shared/http/fields.ts";
import { changeUser } from "#shared/users/user.api.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { whyNotEditUser, whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { Role, type User } from "#shared/users/user.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { saveById, saveNew } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Form } from "../../ui/form/Form.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";

const labels = {
  name: "Name",
  phone: "Phone",
  email: "Email",
  role: "Role",
  suspend: "Suspended",
  needDeposit: "Needs deposit",
  needSecurityDeposit: "Needs security deposit",
};
const schema = z.strictObject({
  name: line(100),
  phone: Phone,
  email: OptionalEmail,
  role: Role,
  suspend: z.boolean(),
  needDeposit: z.boolean(),
  needSecurityDeposit: z.boolean(),
});
type Values = z.input<typeof schema>;
const blank: Values = {
  name: "",
  phone: "",
  email: "",
  role: "customer",
  suspend: false,
  needDeposit: false,
  needSecurityDeposit: false,
};
const valuesOf = ({ name, phone, email, role, suspend, needDeposit, needSecurityDeposit }: User): Values => ({
  name,
  phone,
  email,
  role,
  suspend,
  needDeposit,
  needSecurityDeposit,
});
const roleOptions = Role.options.map((value) => ({ value, label: value }));
/** The index that refused says which of the two it was. */
const taken = (error: string) => (error.includes("email") ? { email: error } : { phone: error });

function UserFields({ form, isNew, isSelf }: { form: FormHandle<Values>; isNew?: boolean; isSelf?: boolean }) {
  const operator = useAtomValue(operatorAtom);
  const why = operator && whyOnlyAdmin(operator.role, "roles");
  const role = form.field("role");
  return (
    <>
      <TextField {...form.field("name")} autoFocus={isNew} />
      <TextField {...form.field("phone")} type="tel" maxLength={10} />
      <TextField {...form.field("email")} type="email" maxLength={254} />
      <SelectField
        {...role}
        value={role.value}
        onChange={(chosen) => chosen && role.onChange(chosen)}
        options={roleOptions}
        disabled={why !== null}
        hint={why ?? "Admins and staff sign in here; a customer cannot"}
      />
      <SwitchField
        {...form.field("suspend")}
        disabled={isSelf}
        hint={
          isSelf ? "Nobody suspends himself" : "A suspended customer takes no can; an operator is signed out at once"
        }
      />
      <SwitchField {...form.field("needDeposit")} />
      <SwitchField {...form.field("needSecurityDeposit")} />
    </>
  );
}

/** Adds a customer or, by an admin, an operator (specification: Add New User). */
export function AddUserForm() {
  const navigate = useNavigate();
  const form = useAddingForm<User, Values, z.output<typeof schema>>({
    schema,
    blank,
    labels,
    add: (body) => saveNew(registerUser, { body }, (reply) => reply.user),
    taken,
    onAdded: ({ _id }) => void navigate(pathTo("user", { id: _id })),
  });
  return (
    <Form form={form} action="Add user" cancelTo={paths.users}>
      <UserFields form={form} isNew />
    </Form>
  );
}

/** Edits a user; who may not edit this one is told why. */
export function UserForm({ record, onKnown }: Shown<User>) {
  const operator = useAtomValue(operatorAtom);
  const form = useRecordForm<User, Values, z.output<typeof schema>>({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    save: (change, madeOn) => saveById(record._id, change, { ...madeOn, endpoint: changeUser, record: userRecord }),
    taken,
  });
  const why = operator && whyNotEditUser(operator, record, {}, 1);
  return (
    <Form form={form} action="Save changes" editing label="User">
      {why && <p className="muted">{why}</p>}
      <UserFields form={form} isSelf={operator?._id === record._id} />
    </Form>
  );
}
