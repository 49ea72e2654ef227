import { fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import { showPage } from "../../testing/screen.tsx";
import { Button } from "../../ui/Button.tsx";
import { Key } from "./CaseHead.tsx";
import { useCaseKeys } from "./use-case-keys.ts";

const action = vi.fn();
function Case({ whyNot = null as string | null, dialog = false }) {
  const pane = useRef<HTMLElement>(null);
  useCaseKeys(pane);
  return (
    <section ref={pane}>
      <Button whyNot={whyNot} onClick={action}>
        Refund <Key of="R" />
      </Button>
      <input aria-label="Note" />
      {dialog && <dialog open>Sure?</dialog>}
    </section>
  );
}
const presses = (on: Element, init: object = {}) => {
  action.mockClear();
  fireEvent.keyDown(on, { key: "r", ...init });
  return action.mock.calls.length;
};

it("a key presses the button that shows it, not while somebody types, nor with another key held", () => {
  showPage(<Case />);
  const button = screen.getByRole("button", { name: "Refund R" });

  expect(presses(document.body)).toBe(1);
  expect(presses(button)).toBe(1);
  expect(presses(button, { key: "R" })).toBe(1);
  expect(presses(screen.getByLabelText("Note"))).toBe(0);
  for (const held of ["ctrlKey", "metaKey", "altKey"]) expect(presses(button, { [held]: true })).toBe(0);
  expect(presses(button, { repeat: true })).toBe(0);
  expect(presses(button, { key: "x" })).toBe(0);
});

it("a disabled button, or one behind a dialog, has no key", () => {
  const { unmount } = showPage(<Case whyNot="Its door still moves" />);
  expect(presses(document.body)).toBe(0);
  unmount();

  showPage(<Case dialog />);
  expect(presses(document.body)).toBe(0);
});
