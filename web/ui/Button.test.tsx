import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FormEvent } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button.tsx";

test("a button that the operator may not press says why where it is reached, and does nothing", async () => {
  const pressed = vi.fn();
  const user = userEvent.setup();
  render(
    <Button whyNot="Only an admin may" onClick={pressed}>
      New Secret
    </Button>,
  );

  await user.tab();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "New Secret" }));

  const button = screen.getByRole("button", { name: "New Secret", description: "Only an admin may" });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(pressed).not.toHaveBeenCalled();
  // Seen while it is reached, out of the way after Escape.
  expect(screen.getByRole("tooltip").textContent).toBe("Only an admin may");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("a button that may be pressed at last is the same one, and keeps the focus", async () => {
  const pressed = vi.fn();
  const user = userEvent.setup();
  const button = (whyNot: string | null) => (
    <Button type="submit" whyNot={whyNot} onClick={pressed}>
      Save changes
    </Button>
  );
  const submitted = vi.fn((event: FormEvent) => event.preventDefault());
  const { rerender } = render(<form onSubmit={submitted}>{button("Nothing has changed yet")}</form>);

  await user.tab();
  await user.keyboard("{Enter}");
  expect(submitted).not.toHaveBeenCalled();
  rerender(<form onSubmit={submitted}>{button(null)}</form>);

  const free = screen.getByRole("button", { name: "Save changes" });
  expect([document.activeElement, free.getAttribute("aria-disabled")]).toEqual([free, null]);
  expect(screen.queryByRole("tooltip")).toBeNull();
  await user.keyboard("{Enter}");
  expect([pressed.mock.calls.length, submitted.mock.calls.length]).toEqual([1, 1]);
});

test("without a reason it is a plain button", async () => {
  const pressed = vi.fn();
  render(
    <Button whyNot={null} onClick={pressed}>
      New Secret
    </Button>,
  );

  await userEvent.click(screen.getByRole("button", { name: "New Secret" }));

  expect(pressed).toHaveBeenCalledOnce();
  expect(screen.queryByRole("tooltip")).toBeNull();
});
