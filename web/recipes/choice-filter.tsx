import type { Option } from "../ui/form/choices.ts";
import { SelectField } from "../ui/form/SelectField.tsx";
import type { FilterField } from "./list-filter.tsx";

interface Choices {
  options: readonly Option[];
  /** They are on their way. */
  loading?: boolean;
}

interface ChoiceOptions {
  placeholder?: string;
  /** Another value in the address is a choice too: it comes later, or is gone. */
  mayBeOther?: boolean;
}
interface ChoiceProps extends FilterField, ChoiceOptions {
  useChoices: () => Choices;
}

function Choice({ useChoices, mayBeOther, value, onChange, ...field }: ChoiceProps) {
  const { options, loading } = useChoices();
  const isChosen = mayBeOther ? value !== "" : options.some((option) => option.value === value);
  return (
    <SelectField
      {...field}
      value={isChosen ? value : null}
      options={options}
      loading={loading}
      clearable
      onChange={(to) => onChange(to ?? "")}
    />
  );
}

function Chosen({ useChoices, value }: Pick<ChoiceProps, "useChoices" | "value">) {
  return useChoices().options.find((option) => option.value === value)?.label ?? value;
}

/** A filter by one of several values; `useChoices` returns the same list again while it is unchanged. */
export const choiceFilter = (
  label: string,
  useChoices: () => Choices,
  { placeholder = "All", mayBeOther = false }: ChoiceOptions = {},
) => ({
  label,
  show: (field: FilterField) => (
    <Choice {...field} useChoices={useChoices} placeholder={placeholder} mayBeOther={mayBeOther} />
  ),
  words: ({ value }: FilterField) => <Chosen useChoices={useChoices} value={value} />,
});

/** A filter by one of these words. */
export const wordFilter = (label: string, words: readonly string[]) => {
  const options = words.map((word) => ({ value: word, label: word }));
  return choiceFilter(label, () => ({ options }));
};
