import * as z from "zod";
import { phoneText } from "#shared/approvals/approval.rules.ts";
import { line, OptionalEmail, Phone } from "#shared/http/fields.ts";
import { changeUser, registerUser } from "#shared/users/user.api.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { whyNotEditUser, whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { Role, type User } from "#shared/users/user.schema.ts";
import { paths } from "../../app/paths.ts";
import { saveBy, saveNew } from "../../http/save-edit.ts";
import { EditCard } from "../../recipes/EditCard.tsx";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useEitherForm, useToPageOf } from "../../recipes/use-record-form.ts";
import { useApprovalRequest, useWhyNotStaffAlone } from "../../records/use-approval-request.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew } from "../../ui/form/fields.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { Id } from "../../ui/Id.tsx";

const fields = fieldsOfNew({
  name: { label: "Name", is: line(100), blank: "" },
  phone: { label: "Phone", is: Phone, blank: "" },
  email: { label: "Email", is: OptionalEmail, blank: "" },
  role: { label: "Role", is: Role, blank: "customer" },
  suspend: { label: "Suspended", is: z.boolean(), blank: false },
  needDeposit: { label: "Needs deposit", is: z.boolean(), blank: false },
  needSecurityDeposit: { label: "Needs security deposit", is: z.boolean(), blank: false },
});
const saveUser = saveBy(changeUser, userRecord);
/** Stands for no user: the form adds one. */
const nobody = { _id: "", rev: 0 } as User;
const roleOptions = Role.options.map((value) => ({ value, label: value }));
const suspension = "A suspended customer cannot take cans; an operator is signed out at once";

/** Adds a customer or, by an admin, an operator, or edits one; an operator who may not edit this one reads why. */
export function UserForm({ shown, onSaved }: { shown?: Shown<User>; onSaved?: () => void }) {
  const operator = useAtomValue(operatorAtom);
  const { orRequest, dialog, words: approvalWords } = useApprovalRequest("user", shown?.record ?? nobody);
  const staffRule = useWhyNotStaffAlone(phoneText);
  const ruleFor = (phone: string | undefined) =>
    shown?.record.role === "customer" && phone !== undefined && phone !== shown.record.phone ? staffRule : null;
  const form = useEitherForm({
    ...fields,
    shown,
    save: async (change, madeOn) => {
      const edited = await orRequest(
        { ...change, rev: madeOn.rev },
        () => saveUser(change, madeOn),
        ruleFor(change.phone),
      );
      if (edited.is === "saved") onSaved?.();
      return edited;
    },
    add: (body) => saveNew(registerUser, { body }, ({ user }) => user),
    onAdded: useToPageOf("user"),
    // The index that refused says which of the two it was.
    taken: (error) => (error.includes("email") ? { email: error } : { phone: error }),
  });
  const whyNot = operator && shown && whyNotEditUser(operator, shown.record, {}, 1);
  const whyNoRole = operator && whyOnlyAdmin(operator.role, "roles");
  const whyNoSuspension =
    operator && shown ? whyNotEditUser(operator, shown.record, { suspend: !shown.record.suspend }, 1) : null;
  const { action, why } = approvalWords("Save changes", ruleFor(form.field("phone").value));
  const words = shown ? { label: "User", action } : { action: "Add user", cancelTo: paths.users };
  return (
    <>
      {dialog}
      <Form form={form} {...words}>
        {whyNot && <p className="muted">{whyNot}</p>}
        <TextField {...form.field("name")} autoFocus={!shown} />
        <TextField {...form.field("phone")} type="tel" maxLength={10} />
        <TextField {...form.field("email")} type="email" maxLength={254} />
        <SelectField
          {...form.field("role")}
          options={roleOptions}
          disabled={whyNoRole !== null}
          hint={whyNoRole ?? "Admins and staff sign in here; a customer cannot"}
        />
        <SwitchField
          {...form.field("suspend")}
          disabled={whyNoSuspension !== null}
          hint={whyNoSuspension ?? suspension}
        />
        <SwitchField {...form.field("needDeposit")} />
        <SwitchField {...form.field("needSecurityDeposit")} />
        {why && <p className="muted">{why}.</p>}
      </Form>
    </>
  );
}

const yesNo = (is: boolean): string => (is ? "Yes" : "No");

/** What is known of a user; the form stands behind Edit. */
export function UserCard(shown: Shown<User>) {
  const { name, phone, email, role, suspend, needDeposit, needSecurityDeposit } = shown.record;
  return (
    <EditCard
      title="User"
      facts={[
        ["Name", name],
        ["Phone", <Id key="phone" value={phone} label="phone" whole />],
        ["Email", email],
        ["Role", role],
        ["Suspended", yesNo(suspend)],
        ["Needs deposit", yesNo(needDeposit)],
        ["Needs security deposit", yesNo(needSecurityDeposit)],
      ]}
    >
      {(close) => <UserForm shown={shown} onSaved={close} />}
    </EditCard>
  );
}
