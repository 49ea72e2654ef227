import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { showFailureAtom } from "../../state/failures.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { ClosedSelect, type Touch } from "./ClosedSelect.tsx";
import type { ChoicesProps, Option } from "./choices.ts";
import { Field } from "./Field.tsx";
import type { Binding } from "./form-types.ts";
import { fetchSelectList, useSelectList } from "./select-code.ts";
import { useOpening } from "./use-opening.ts";

type SelectFieldProps<T extends string> = Omit<Binding<T | null>, "onChange"> &
  ChoicesProps<Option<T>> & {
    hint?: ReactNode;
    quietLabel?: boolean;
    /** Why there is nothing to choose. */
    emptyText?: string;
  } & (
    | { clearable?: false; onChange: (value: T) => void }
    /** Nothing chosen is an answer: a small cross clears it. */
    | { clearable: true; onChange: (value: T | null) => void }
  );

/**
 * A field to choose one of several. Its list is fetched when the page is first touched, or if there is something to
 * clear.
 */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { id, label, value, error, hint, quietLabel, options } = props;
  const { clearable = false, emptyText = "Nothing to choose from", loading = false } = props;
  const SelectList = useSelectList();
  const box = useRef<HTMLDivElement>(null);
  const touched = useRef<Touch | null>(null);
  const [isHeld, setHeld] = useState(false);
  const open = useOpening(box, loading);
  const showFailure = useSetAtom(showFailureAtom);
  const isClosed = SelectList === undefined || isHeld;
  const canClear = clearable && value !== null;

  const onTouch = useCallback(
    (touch: Touch) => {
      if (touch === "left") touched.current = null;
      else if (touched.current !== "opened") touched.current = touch;
      void fetchSelectList().then((error) => {
        // A list that does not open says why: a browser fetches what failed once only after a reload.
        if (error !== undefined && touch === "opened") showFailure(error);
      });
    },
    [showFailure],
  );
  useEffect(() => {
    if (canClear) void fetchSelectList();
  }, [canClear]);
  // What was done to the closed box is done to the one that takes its place.
  useEffect(() => {
    const touch = touched.current;
    if (isClosed || !touch) return;
    touched.current = null;
    box.current?.querySelector("input")?.focus();
    if (touch === "opened") open();
  }, [isClosed, open]);
  const onChange = (chosen: T | null) => {
    if (props.clearable) props.onChange(chosen);
    else if (chosen !== null) props.onChange(chosen);
  };
  const isBlank = !options.some((option) => option.value === value);
  return (
    <Field id={id} label={label} hint={hint} error={error} quietLabel={quietLabel}>
      {(aria) => {
        const select = { ...props, onChange, aria, isBlank, clearable, emptyText };
        return (
          <div ref={box} className="select-place">
            {isClosed ? <ClosedSelect {...select} onTouch={onTouch} onHold={setHeld} /> : <SelectList {...select} />}
          </div>
        );
      }}
    </Field>
  );
}
