import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useId,
  useRef,
  useState,
} from "react";

const OverlayHome = createContext<HTMLElement | null>(null);

/**
 * Where lists of choices are attached: inside an open dialog, because a modal dialog makes the rest of the page inert.
 * PrimeReact lays them by the page's corner, so their home has its own there; one that is open stays where it is.
 */
export const useOverlayHome = (): HTMLElement | null => useContext(OverlayHome);

/** Two clicks within this time are a double click, by the usual settings of computers. */
const doubleClickMs = 500;
const onePlacePixels = 24;
/** Where the page was touched last; nowhere where it was pressed otherwise. */
let touched: { x: number; y: number } | null = null;
const noteTouch = ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
  touched = pointerType === "touch" ? { x, y } : null;
};
document.addEventListener("pointerdown", noteTouch, { capture: true });

export interface DialogProps {
  title: string;
  onClose: () => void;
  children?: ReactNode;
  /** The buttons, the action last. */
  foot?: ReactNode;
  wide?: boolean;
  role?: "dialog" | "alertdialog";
  className?: string;
}

/** A modal dialog; mount it to open it. Escape requests to close. Mark the element to focus with `data-autofocus`. */
export function Dialog({ title, onClose, children, foot, wide, role, className }: DialogProps) {
  const headId = useId();
  const bodyId = useId();
  const [home, setHome] = useState<HTMLElement | null>(null);
  const openedAt = useRef(0);
  const openedBy = useRef(touched);
  const focused = useRef<HTMLElement>(null);
  const show = useCallback((dialog: HTMLDialogElement | null) => {
    if (!dialog || dialog.open) return;
    openedAt.current = performance.now();
    openedBy.current = touched;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    // It gives the focus back to what had it; React alone takes it out of the page without closing it. A question that
    // opens in its place finds the focus there already.
    return () => dialog.close();
  }, []);
  /** The second click of a double click on what opened it may hit a button that nobody has read yet. */
  const dropSecondClick = (event: MouseEvent) => {
    // `detail` does not count a finger's second tap. A press of a key has no place.
    const { current: by } = openedBy;
    const isSecondTap =
      by && event.detail > 0 && Math.hypot(event.clientX - by.x, event.clientY - by.y) < onePlacePixels;
    if ((event.detail < 2 && !isSecondTap) || performance.now() - openedAt.current > doubleClickMs) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const settleHome = () => {
    if (home?.childElementCount === 0) home.style.translate = `${-window.scrollX}px ${-window.scrollY}px`;
  };

  return (
    <dialog
      ref={show}
      role={role}
      className={`dialog${wide ? " dialog-wide" : ""}${className ? ` ${className}` : ""}`}
      aria-labelledby={headId}
      aria-describedby={role === "alertdialog" ? bodyId : undefined}
      // Before a list opens: the page beneath may have been scrolled since.
      onFocusCapture={({ target }) => {
        settleHome();
        focused.current = target;
      }}
      onPointerDownCapture={settleHome}
      onKeyDownCapture={settleHome}
      onClickCapture={dropSecondClick}
      onCancel={(event) => {
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      // A browser lets a page refuse once after each use of it, and closes the dialog by the next Escape. It stays open
      // until it goes: what is typed in it would be there and unseen.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || !currentTarget.isConnected || currentTarget.open) return;
        const { current: before } = focused;
        show(currentTarget);
        if (before?.isConnected) before.focus();
        onClose();
      }}
    >
      <OverlayHome value={home}>
        <div className="dialog-body">
          <h2 id={headId}>{title}</h2>
          <div id={bodyId}>{children}</div>
        </div>
        {foot && <div className="dialog-foot">{foot}</div>}
      </OverlayHome>
      <div ref={setHome} className="dialog-lists" />
    </dialog>
  );
}
