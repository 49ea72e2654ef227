import type { ReactNode } from "react";
import type { Binding } from "./form-types.ts";
import { SelectField } from "./SelectField.tsx";

interface ChoiceFieldProps<T> extends Binding<T> {
  choices: readonly (readonly [word: string, value: T])[];
  hint?: ReactNode;
  quietLabel?: boolean;
}

/** One of a few values that are no texts, each chosen by its label. */
export function ChoiceField<T>({ choices, value, onChange, ...field }: ChoiceFieldProps<T>) {
  const [shown] = choices.find(([, meant]) => meant === value) ?? [null];
  return (
    <SelectField
      {...field}
      options={choices.map(([word]) => ({ value: word, label: word }))}
      value={shown}
      onChange={(chosen) => {
        for (const [word, meant] of choices) if (word === chosen) onChange(meant);
      }}
    />
  );
}
