import type { ReactNode } from "react";
import { text } from "#shared/http/fields.ts";
import { registerUnit } from "#shared/registration/registration.api.ts";
import { NewRegistration, type RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { paths } from "../../app/paths.ts";
import { saveNew } from "../../http/save-edit.ts";
import { useAddingForm } from "../../recipes/use-record-form.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew, required } from "../../ui/form/fields.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { MachineSelect } from "./MachineSelect.tsx";
import type { FreshSecret } from "./registration.atoms.ts";
import { KeyFact } from "./UnitKey.tsx";

const { serialNumber, vendingMachine, name } = NewRegistration.shape;
const fields = fieldsOfNew({
  serialNumber: { label: "Serial Number", is: serialNumber, blank: "" },
  version: { label: "Version", is: text(40).transform((version) => version || undefined), blank: "" },
  vendingMachine: { label: "Vending Machine", is: required(vendingMachine), blank: null },
  name: { label: "Name", is: name, blank: "" },
});
const selectMachine = "Select Vending Machine";

const requested = "Requested";
const factsOf = (request: RegistrationRequest): [name: string, value: ReactNode][] => [
  [
    fields.labels.serialNumber,
    <span key="serial" className="mono">
      {request.serialNumber}
    </span>,
  ],
  [fields.labels.version, request.version],
  ["Key", <KeyFact key="key" fingerprint={request.fingerprint} />],
  [requested, <RelativeTime key="asked" at={request.dateTime} />],
];
/** The case around the form says which unit it is and since when it waits. */
const saidByCase = [fields.labels.serialNumber, requested];

interface RegisterFormProps {
  /** The waiting request; null registers a serial number without a request. */
  request: RegistrationRequest | null;
  onRegistered: (fresh: FreshSecret) => void;
  /** It stands in the request's case. */
  inCase?: boolean;
}

/**
 * Links a control unit to a machine that has none (specification: Registration). It begins anew where the request names
 * another key: callers draw it under the key that it shows.
 */
export function RegisterForm({ request, onRegistered, inCase = false }: RegisterFormProps) {
  const addAlert = useSetAtom(addAlertAtom);
  const form = useAddingForm({
    ...fields,
    blank: { ...fields.blank, serialNumber: request?.serialNumber ?? "" },
    rules: ({ vendingMachine }) => (vendingMachine === null ? { vendingMachine: selectMachine } : {}),
    onRefused: ({ vendingMachine }) => {
      if (vendingMachine) addAlert({ kind: "danger", text: selectMachine });
    },
    // What the operator saw and compared, none of a serial number that was typed: another key is refused.
    add: (input) =>
      saveNew(
        registerUnit,
        { body: { ...input, fingerprint: request?.fingerprint ?? null } },
        ({ vendingMachine, secret }) => ({ ...vendingMachine, secret }),
      ),
    taken: (error) =>
      request || !error.includes("Already") ? {} : { serialNumber: "or its machine is registered already" },
    onAdded: onRegistered,
  });
  return (
    <Card>
      {request && <Facts of={factsOf(request).filter(([name]) => !inCase || !saidByCase.includes(name))} />}
      <Form form={form} action="Register" cancelTo={paths.registerMachine}>
        {!request && (
          <>
            <TextField {...form.field("serialNumber")} autoFocus hint="As printed on the control unit" />
            <TextField {...form.field("version")} hint="If known; the unit reports it when it connects" />
          </>
        )}
        <MachineSelect
          {...form.field("vendingMachine")}
          onChosen={({ name }) => {
            if (!form.changed.includes("name")) form.set("name", name);
          }}
        />
        <TextField {...form.field("name")} hint="The unit's name in the list of registered machines" />
      </Form>
    </Card>
  );
}
