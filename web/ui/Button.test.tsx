import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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
