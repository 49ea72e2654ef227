import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { Key } from "../../recipes/queue/CaseHead.tsx";
import { useCaseKeys } from "../../recipes/queue/use-case-keys.ts";
import { showPage } from "../../testing/screen.tsx";
import { Keys } from "./Keys.tsx";

const opened = vi.fn();
function OwnKeys() {
  const pane = useRef<HTMLElement>(null);
  useCaseKeys(pane);
  return (
    <section ref={pane}>
      <button type="button" onClick={opened}>
        Open <Key of="O" />
      </button>
    </section>
  );
}

const show = () =>
  showPage(
    <>
      <Keys />
      <main id="page">
        <div className="card-filters">
          <input type="search" aria-label="Find" />
        </div>
        <OwnKeys />
        {["One", "Two", "Three"].map((name) => (
          <a key={name} className="link-card-link" href="#here">
            {name}
          </a>
        ))}
      </main>
    </>,
    { at: "/live-status", path: "/live-status" },
  );
/** As a keyboard does it: where the focus is. */
const press = (...keys: string[]) =>
  act(() => {
    for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  });
const focused = () => document.activeElement?.textContent;
const find = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Find" });

test("g and a letter lead to a page, and the page's own key of that letter does nothing", async () => {
  const { address } = show();

  press("g", "o");

  await waitFor(() => expect(address()).toBe("/Orders"));
  expect(opened).not.toHaveBeenCalled();
});

test("without g the page has its keys", async () => {
  show();

  press("o");

  expect(opened).toHaveBeenCalledOnce();
});

test("j and k move through the records and stop at both ends", async () => {
  show();

  for (const [key, to] of [
    ["j", "One"],
    ["j", "Two"],
    ["j", "Three"],
    ["j", "Three"],
    ["k", "Two"],
  ] as const) {
    press(key);
    await waitFor(() => expect(focused()).toBe(to));
  }
});

test("/ goes into the filter, where keys are letters, and Escape leaves it for the records once it is empty", async () => {
  const { address, user } = show();

  press("/");
  await waitFor(() => expect(document.activeElement).toBe(find()));
  await user.keyboard("gj?/");
  expect(find().value).toBe("gj?/");
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(find());
  await user.clear(find());
  await user.keyboard("{Escape}");

  await waitFor(() => expect(focused()).toBe("One"));
  expect(address()).toBe("/live-status");
});

test("? shows the keys, behind which they do nothing, and is closed", async () => {
  const { user, address } = show();

  press("?");
  const dialog = await screen.findByRole("dialog", { name: "Keys" });
  expect(dialog.textContent).toContain("Live Status");
  press("g", "o");
  await user.click(screen.getByRole("button", { name: "Close" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  expect(address()).toBe("/live-status");
});

test("with Ctrl, Alt or Meta they are the browser's", () => {
  show();

  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(fireEvent.keyDown(document.body, { key: "j", ...held })).toBe(true);
});
