import { useMemo } from "react";
import { offeredContainers } from "#shared/control-units/control-unit.rules.ts";
import { Check } from "../../ui/Check.tsx";
import { countText } from "../../ui/count-text.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import type { Labels } from "./control-units.atoms.ts";
import type { ContainerList } from "./use-container-list.ts";

interface ContainerPickerProps {
  list: ContainerList;
  /** What the machine has; empty while none is chosen. */
  labels: Labels;
  error: string | null;
  /** The operator is at it again: what was wrong is forgotten. */
  onEdit: () => void;
}

const titles = { missing: "The machine has no such container", broken: "Out of order" };
const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** Which containers, for every panel: by typing, by the machine's numbers (1 to 20 at least), or all. */
export function ContainerPicker({ list, labels, error, onEdit }: ContainerPickerProps) {
  const { isAll, picked } = list;
  const known = labels.all.length > 0;
  const numbers = useMemo(() => [...new Set([...offeredContainers, ...labels.all])].sort(byNumber), [labels.all]);
  const { all, working } = useMemo(() => ({ all: new Set(labels.all), working: new Set(labels.working) }), [labels]);
  const stateOf = (label: string): "missing" | "broken" | undefined => {
    if (!known || working.has(label)) return undefined;
    return all.has(label) ? "broken" : "missing";
  };
  return (
    <fieldset className="container-picker" aria-label="Containers">
      <h2>Containers</h2>
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
      </div>
      <div className="numbers">
        {numbers.map((label) => {
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
      </div>
      {known && (
        <p className="container-count muted figures">
          {countText(labels.all.length, "container")}, {labels.working.length.toLocaleString("en-IN")} working
        </p>
      )}
    </fieldset>
  );
}
