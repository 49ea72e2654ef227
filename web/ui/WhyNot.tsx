import { type PointerEvent, type ReactNode, useId, useRef } from "react";
import { placePanel } from "./place-panel.ts";

interface WhyNotProps {
  /** A sentence that says what is missing or in the way: "Choose a product first". Null while nothing is. */
  words: string | null;
  /**
   * What is disabled: `aria-disabled` and described by the id, never `disabled`, so that it can be reached and read.
   */
  children: (describedBy: string | undefined) => ReactNode;
}

/** Shows why its content is disabled: on hover, on focus and on a tap, over everything else, and to screen readers. */
export function WhyNot({ words, children }: WhyNotProps) {
  const id = useId();
  const panel = useRef<HTMLSpanElement>(null);
  const rests = words !== null;

  const show = () => {
    const beside = panel.current?.parentElement;
    if (!panel.current || !beside) return;
    panel.current.showPopover();
    placePanel(panel.current, beside);
  };
  const hide = () => panel.current?.hidePopover();
  const onPointerLeave = ({ pointerType, currentTarget }: PointerEvent) => {
    if (pointerType === "mouse" && !currentTarget.contains(document.activeElement)) hide();
  };
  return (
    // Its content stays the same element, disabled or not, and keeps the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: one reaches its content.
    <span
      className="why-not"
      onPointerEnter={show}
      onPointerLeave={onPointerLeave}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === "Escape" && hide()}
    >
      {children(rests ? id : undefined)}
      {rests && (
        <span ref={panel} className="why-not-words" role="tooltip" id={id} popover="manual">
          {words}
        </span>
      )}
    </span>
  );
}
