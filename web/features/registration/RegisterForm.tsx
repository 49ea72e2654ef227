import * as z from "zod";
import { registerUnit } from "#shared/registration/registration.api.ts";
import { NewRegistration, type RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { paths } from "../../app/paths.ts";
import { saveNew } from "../../http/save-edit.ts";
import { useAddingForm } from "../../recipes/use-record-form.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { MachineSelect } from "./MachineSelect.tsx";
import type { FreshSecret } from "./registration.atoms.ts";
import { KeyFact } from "./UnitKey.tsx";

const labels = {
  serialNumber: "Serial Number",
  version: "Version",
  vendingMachine: "Vending Machine",
  name: "Name",
};
interface Wish {
  serialNumber: string;
  version: string;
  vendingMachine: string | null;
  name: string;
}

const schema = NewRegistration.extend({
  version: z
    .string()
    .trim()
    .max(40, "must be at most 40 characters")
    .transform((version) => version || undefined),
});
const selectMachine = "Select Vending Machine";

interface RegisterFormProps {
  /** The waiting request; null registers a serial number that never asked. */
  request: RegistrationRequest | null;
  onRegistered: (fresh: FreshSecret) => void;
}

/** Links a control unit to a machine that has none (specification section 4). */
export function RegisterForm({ request, onRegistered }: RegisterFormProps) {
  const tell = useSetAtom(addAlertAtom);
  const blank: Wish = { serialNumber: request?.serialNumber ?? "", version: "", vendingMachine: null, name: "" };
  const form = useAddingForm({
    schema,
    blank,
    labels,
    rules: ({ vendingMachine }) => (vendingMachine === null ? { vendingMachine: selectMachine } : {}),
    onRefused: ({ vendingMachine }) => {
      if (vendingMachine) tell({ kind: "danger", text: selectMachine });
    },
    // What the operator saw and compared: another key that came meanwhile is refused.
    add: (wish) =>
      saveNew(
        registerUnit,
        { body: request ? { ...wish, fingerprint: request.fingerprint } : wish },
        ({ vendingMachine, secret }) => ({ ...vendingMachine, secret }),
      ),
    taken: () => (request ? {} : { serialNumber: "or its machine is registered already" }),
    onAdded: onRegistered,
  });
  return (
    <Card>
      {request && (
        <Facts
          of={[
            [
              labels.serialNumber,
              <span key="serial" className="mono">
                {request.serialNumber}
              </span>,
            ],
            [labels.version, request.version],
            ["Key", <KeyFact key="key" fingerprint={request.fingerprint} />],
            ["Asked", <RelativeTime key="asked" at={request.dateTime} />],
          ]}
        />
      )}
      <Form form={form} action="Register" cancelTo={paths.registerMachine}>
        {!request && (
          <>
            <TextField {...form.field("serialNumber")} autoFocus hint="As it is printed on the control unit" />
            <TextField {...form.field("version")} hint="If it is known; the unit itself says it when it connects" />
          </>
        )}
        <MachineSelect
          {...form.field("vendingMachine")}
          onChosen={({ name }) => {
            if (!form.changed.includes("name")) form.set("name", name);
          }}
        />
        <TextField {...form.field("name")} hint="How the unit is called in the list of registered machines" />
      </Form>
    </Card>
  );
}
