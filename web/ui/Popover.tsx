import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef, useState } from "react";
import { placePanel } from "./place-panel.ts";
import { useEver } from "./use-ever.ts";

/** What the button that opens a popover needs; spread it on a `<button>`. */
interface PopoverTrigger {
  type: "button";
  popoverTarget: string;
  "aria-expanded": boolean;
  "aria-haspopup": "dialog" | "menu";
  ref: Ref<HTMLButtonElement>;
}

interface PopoverProps {
  label: string;
  trigger: (props: PopoverTrigger, open: boolean) => ReactNode;
  /** Made when it opens; gone when it closes, unless it is `kept`. */
  children: (close: () => void) => ReactNode;
  /** Once made it stays in the page, so that what is half done in it is not lost when it closes. */
  kept?: boolean;
  align?: "start" | "end";
  menu?: boolean;
  className?: string;
}

function walkMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".menu-item:not(:disabled)")];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const step = event.key === "ArrowDown" ? 1 : -1;
  items[(now + step + items.length) % items.length]?.focus();
  event.preventDefault();
}

/**
 * A panel beneath its button, in the browser's top layer: Escape and a click elsewhere close it, the focus returns.
 * An element marked `data-autofocus`, or a menu's first item, takes the focus.
 */
export function Popover({
  label,
  trigger,
  children,
  align = "start",
  menu = false,
  kept = false,
  className,
}: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useEver(open);

  useLayoutEffect(() => {
    if (!open || !panel.current || !button.current) return;
    // The panel is shown just after this, and measured and focused before it is painted.
    const shown = requestAnimationFrame(() => {
      if (!panel.current || !button.current) return;
      placePanel(panel.current, button.current, align);
      panel.current.querySelector<HTMLElement>(menu ? ".menu-item" : "[data-autofocus]")?.focus();
    });
    // What lies beneath may move while it is open: a list that is filtered, a page that is scrolled.
    const follow = (event: Event) => {
      if (!panel.current || !button.current) return;
      if (event.target instanceof Node && panel.current.contains(event.target)) return;
      placePanel(panel.current, button.current, align);
    };
    window.addEventListener("resize", follow);
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(shown);
      window.removeEventListener("resize", follow);
      window.removeEventListener("scroll", follow, { capture: true });
    };
  }, [open, align, menu]);

  return (
    <>
      {trigger(
        {
          type: "button",
          popoverTarget: id,
          "aria-expanded": open,
          "aria-haspopup": menu ? "menu" : "dialog",
          ref: button,
        },
        open,
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: it has one of two roles. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={menu ? "menu" : "dialog"}
        aria-label={label}
        className={`popover${menu ? " menu" : ""}${className ? ` ${className}` : ""}`}
        onBeforeToggle={(event) => setOpen(event.newState === "open")}
        onKeyDown={menu ? walkMenu : undefined}
      >
        {(kept ? wasOpen : open) && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
