import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import type { Binding } from "../../ui/form/form-types.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

/** `awayUntil` is a day as the operator types it, or nothing. */
export interface Turn {
  operator: string;
  awayUntil: string;
}

interface RotaFieldProps extends Binding<Turn[]> {
  operators: readonly { _id: string; name: string }[];
}

/** Operators in their order; each can be moved up, be away, or be taken out. */
export function RotaField({ label, value, onChange, error, operators }: RotaFieldProps) {
  const nameOf = (id: string) => operators.find(({ _id }) => _id === id)?.name ?? "May not sign in";
  const others = operators.filter(({ _id }) => !value.some(({ operator }) => operator === _id));
  const moveUp = (place: number) => {
    const next = [...value];
    next.splice(place - 1, 0, ...next.splice(place, 1));
    onChange(next);
  };
  return (
    <Field label={label} error={error} hint="The first operator who is not away is notified">
      {() => (
        <div className="rota">
          <ol>
            {value.map(({ operator, awayUntil }, place) => (
              <li key={operator}>
                <b>{nameOf(operator)}</b>
                <TextField
                  name={`away-${operator}`}
                  label="Away until"
                  type="date"
                  value={awayUntil}
                  onChange={(day) =>
                    onChange(value.map((turn) => (turn.operator === operator ? { operator, awayUntil: day } : turn)))
                  }
                />
                <Button
                  small
                  kind="quiet"
                  icon="pi-arrow-up"
                  whyNot={place === 0 ? "Is first already" : null}
                  onClick={() => moveUp(place)}
                >
                  <span className="unseen">Move {nameOf(operator)} up</span>
                </Button>
                <Button
                  small
                  kind="quiet"
                  icon="pi-times"
                  onClick={() => onChange(value.filter((turn) => turn.operator !== operator))}
                >
                  <span className="unseen">Remove {nameOf(operator)}</span>
                </Button>
              </li>
            ))}
          </ol>
          <SelectField
            name="add-operator"
            label="Add operator"
            quietLabel
            placeholder="Add an operator"
            emptyText="All operators are in it"
            options={others.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={null}
            onChange={(operator: string) => onChange([...value, { operator, awayUntil: "" }])}
          />
        </div>
      )}
    </Field>
  );
}
