import { useCallback, useState } from "react";
import { Brand, NavLinks } from "./NavBar.tsx";

/** The navigation below 900 px: a drawer behind a button. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  const show = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="strip-button drawer-button"
        aria-label="Navigation"
        onClick={() => setOpen(true)}
      >
        <span className="pi pi-bars" aria-hidden="true" />
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; by keyboard Escape does.
        <dialog
          ref={show}
          className="drawer"
          aria-label="Navigation"
          onClose={close}
          onClick={(event) => {
            if (event.target === event.currentTarget) close();
          }}
        >
          <nav className="drawer-nav" aria-label="Console">
            <div className="nav-head">
              <span className="brand">
                <Brand />
              </span>
              <button type="button" className="nav-fold" aria-label="Close navigation" onClick={close}>
                <span className="pi pi-times" aria-hidden="true" />
              </button>
            </div>
            <NavLinks onGo={close} />
          </nav>
        </dialog>
      )}
    </>
  );
}
