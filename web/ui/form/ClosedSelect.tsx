import { type KeyboardEvent, useEffect, useRef } from "react";
import { wordsClass } from "../prime/words-class.ts";
import type { ChoicesProps, Option } from "./choices.ts";
import type { FieldAria } from "./Field.tsx";
import type { Binding } from "./form-types.ts";
import { opening } from "./use-opening.ts";

/** What a SelectField hands to its box. */
export interface SelectProps<T extends string> extends Binding<T | null>, ChoicesProps<Option<T>> {
  aria: FieldAria;
  isBlank: boolean;
  clearable: boolean;
  emptyText: string;
}

/** What was done to the closed box, to be done to the one that opens; nothing, once the focus has gone on. */
export type Touch = "reached" | "opened" | "left";

interface ClosedSelectProps<T extends string> extends SelectProps<T> {
  onTouch: (touch: Touch) => void;
  /** A finger or button is down on it: it must stay until it is up. */
  onHold: (isHeld: boolean) => void;
}

/** As the box of PrimeReact's Dropdown looks and is read while its list is closed, whose code is still to come. */
export function ClosedSelect<T extends string>(props: ClosedSelectProps<T>) {
  const { aria, value, options, placeholder = "Choose", isBlank, disabled, onTouch, onHold } = props;
  useEffect(() => {
    const release = () => setTimeout(() => onHold(false));
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, release);
    return () => {
      for (const end of ["pointerup", "pointercancel"]) window.removeEventListener(end, release);
    };
  }, [onHold]);
  const input = useRef<HTMLInputElement>(null);
  const words = options.find((option) => option.value === value)?.label ?? placeholder;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opening.test(event.key)) return;
    event.preventDefault();
    onTouch("opened");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside it is the control; a click beside it opens as well.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys come to the input.
    <div
      className="select"
      data-p-disabled={disabled}
      onPointerDown={() => !disabled && onHold(true)}
      onClick={() => {
        if (disabled) return;
        input.current?.focus();
        onTouch("opened");
      }}
    >
      <div className="p-hidden-accessible">
        <input
          {...aria}
          ref={input}
          type="text"
          role="combobox"
          readOnly
          aria-haspopup="listbox"
          aria-expanded={false}
          defaultValue={isBlank ? "" : words}
          disabled={disabled}
          onFocus={() => onTouch("reached")}
          onBlur={() => onTouch("left")}
          onKeyDown={onKeyDown}
        />
      </div>
      <span className={wordsClass(isBlank)}>{words}</span>
      <div className="select-sign" aria-hidden="true">
        <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
          <path
            d="M7.01744 10.398C6.91269 10.3985 6.8089 10.378 6.71215 10.3379C6.61541 10.2977 6.52766 10.2386 6.45405 10.1641L1.13907 4.84913C1.03306 4.69404 0.985221 4.5065 1.00399 4.31958C1.02276 4.13266 1.10693 3.95838 1.24166 3.82747C1.37639 3.69655 1.55301 3.61742 1.74039 3.60402C1.92777 3.59062 2.11386 3.64382 2.26584 3.75424L7.01744 8.47394L11.769 3.75424C11.9189 3.65709 12.097 3.61306 12.2748 3.62921C12.4527 3.64535 12.6199 3.72073 12.7498 3.84328C12.8797 3.96582 12.9647 4.12842 12.9912 4.30502C13.0177 4.48162 12.9841 4.662 12.8958 4.81724L7.58083 10.1322C7.50996 10.2125 7.42344 10.2775 7.32656 10.3232C7.22968 10.3689 7.12449 10.3944 7.01744 10.398Z"
            fill="currentColor"
          />
        </svg>
      </div>
    </div>
  );
}
