import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useOneKey } from "./use-one-key.ts";

const action = vi.fn();
function Page({ allowed = true, dialog = false }) {
  useOneKey({ r: allowed ? action : null });
  return (
    <>
      <button type="button">Refund</button>
      <input aria-label="Note" />
      {dialog && <dialog open>Sure?</dialog>}
    </>
  );
}
const presses = (on: Element, init: object = {}) => {
  action.mockClear();
  fireEvent.keyDown(on, { key: "r", ...init });
  return action.mock.calls.length;
};

it("a key does its action on the page and on its buttons, not while somebody types, nor with another key held", () => {
  render(<Page />);
  const button = screen.getByRole("button");

  expect(presses(document.body)).toBe(1);
  expect(presses(button)).toBe(1);
  expect(presses(button, { key: "R" })).toBe(1);
  expect(presses(screen.getByLabelText("Note"))).toBe(0);
  for (const held of ["ctrlKey", "metaKey", "altKey"]) expect(presses(button, { [held]: true })).toBe(0);
  expect(presses(button, { repeat: true })).toBe(0);
  expect(presses(button, { key: "x" })).toBe(0);
});

it("a disabled action, or one behind a dialog, has no key", () => {
  const { rerender } = render(<Page allowed={false} />);
  expect(presses(document.body)).toBe(0);

  rerender(<Page dialog />);
  expect(presses(document.body)).toBe(0);
});
