import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { showPage } from "../testing/screen.tsx";
import { Id } from "./Id.tsx";

afterEach(() => Reflect.deleteProperty(document, "execCommand"));

/** What a page over plain http has: no clipboard, but the old command. */
const overPlainHttp = (allowed: boolean) => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: undefined } }));
  document.execCommand = () => {
    const field = document.activeElement;
    if (allowed && field instanceof HTMLTextAreaElement) copied.push(field.value);
    return allowed;
  };
  return copied;
};

const show = () => showPage(<Id value="665f1c0000000000000a9a2b" />);
const button = () => screen.getByRole("button", { name: /copy id/ });

test("over plain http an id is copied the old way, and the focus stays on it", async () => {
  const { user } = show();
  const copied = overPlainHttp(true);

  await user.click(button());

  await screen.findByText("Copied");
  expect(copied).toEqual(["665f1c0000000000000a9a2b"]);
  expect(document.activeElement).toBe(button());
  expect(document.querySelector("textarea")).toBeNull();
});

test("where the browser forbids it, it says so and what to do", async () => {
  const { user } = show();
  overPlainHttp(false);

  await user.click(button());

  await screen.findByText("The browser did not allow copying: select the text and copy it by hand");
});
