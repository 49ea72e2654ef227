import { useCallback, useState } from "react";
import { Brand, NavLinks } from "./NavBar.tsx";

/** All links over the page; a click beside them, Escape or a link closes it. */
export function DrawerDialog({ onClose }: { onClose: () => void }) {
  const show = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; by keyboard Escape does.
    <dialog
      ref={show}
      className="drawer"
      aria-label="Navigation"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <nav className="drawer-nav" aria-label="Console">
        <div className="nav-head">
          <span className="brand">
            <Brand />
          </span>
          <button type="button" className="nav-fold" aria-label="Close navigation" onClick={onClose}>
            <span className="pi pi-times" aria-hidden="true" />
          </button>
        </div>
        <NavLinks onGo={onClose} />
      </nav>
    </dialog>
  );
}

/** The navigation below 900 px: a drawer behind a button. On a phone the bar at the bottom has it. */
export function Drawer() {
  const [open, setOpen] = useState(false);
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
      {open && <DrawerDialog onClose={() => setOpen(false)} />}
    </>
  );
}
