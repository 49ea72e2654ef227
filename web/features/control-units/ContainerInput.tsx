import { offeredContainers } from "#shared/control-units/control-unit.rules.ts";
import { Check } from "../../ui/Check.tsx";
import { countText } from "../../ui/count-text.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import type { Labels } from "./control-units.atoms.ts";
import type { ContainerList } from "./use-container-list.ts";

interface ContainerInputProps {
  list: ContainerList;
  /** What the machine has; empty while none is chosen. */
  labels: Labels;
  error?: string;
  /** The operator is at it again: what was wrong is forgotten. */
  onEdit: () => void;
}

/** Which containers: by typing, by the numbers 1 to 20, or all (specification section 2). */
export function ContainerInput({ list, labels, error, onEdit }: ContainerInputProps) {
  const { isAll, picked } = list;
  const known = labels.all.length > 0;
  const stateOf = (label: string): "missing" | "broken" | undefined => {
    if (!known || labels.working.includes(label)) return undefined;
    return labels.all.includes(label) ? "broken" : "missing";
  };
  const titles = { missing: "The machine has no such container", broken: "Out of order" };
  return (
    <div className="container-input">
      <div className="container-typed">
        <TextField
          label="Container numbers"
          value={list.text}
          placeholder="1,2,3"
          disabled={isAll}
          autoComplete="off"
          {...(error ? { error } : {})}
          onChange={(text) => {
            list.setTyped(text);
            onEdit();
          }}
        />
        <Check
          checked={isAll}
          onChange={(checked) => {
            list.setAll(checked);
            onEdit();
          }}
        >
          all
        </Check>
        {known && (
          <span className="container-count figures">
            {isAll && `${countText(labels.all.length, "container")}, `}
            {labels.working.length.toLocaleString("en-IN")} working
          </span>
        )}
      </div>
      <fieldset className="numbers" aria-label="1 to 20">
        {offeredContainers.map((label) => {
          const state = stateOf(label);
          return (
            <button
              key={label}
              type="button"
              className={`number${state ? ` number-${state}` : ""}`}
              aria-label={`Container ${label}${state === "broken" ? ", out of order" : ""}`}
              aria-pressed={picked.has(label)}
              disabled={isAll || (state === "missing" && !picked.has(label))}
              title={state && titles[state]}
              onClick={() => {
                list.toggle(label);
                onEdit();
              }}
            >
              {label}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
