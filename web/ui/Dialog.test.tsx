import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showPage } from "../testing/screen.tsx";
import { ActionButton } from "./ActionButton.tsx";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { useConfirm } from "./dialogs.ts";

const open = vi.fn(async () => undefined);
const question = { title: "Open container 4?", body: "It opens at once.", action: "Open container" };
beforeEach(() => open.mockClear());

const show = () =>
  showPage(
    <ActionButton question={question} action={open}>
      Open
    </ActionButton>,
  );
const ask = () => fireEvent.click(screen.getByRole("button", { name: "Open" }), { detail: 1 });
const yes = () => screen.getByRole("button", { name: "Open container" });

test("the second click of a double click does not answer the question that the first one asked", async () => {
  show();
  ask();

  fireEvent.click(yes(), { detail: 2 });
  expect(screen.getByRole("alertdialog")).toBeTruthy();
  expect(open).not.toHaveBeenCalled();

  fireEvent.click(yes(), { detail: 1 });
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
});

test("nor does a finger's second tap, which does not say that it is one and falls where the first did", async () => {
  show();
  const at = { pointerType: "touch", clientX: 180, clientY: 640 };
  fireEvent.pointerDown(screen.getByRole("button", { name: "Open" }), at);
  ask();

  fireEvent.click(yes(), { detail: 1, clientX: 183, clientY: 636 });
  expect(open).not.toHaveBeenCalled();

  fireEvent.click(yes(), { detail: 1, clientX: 180, clientY: 500 });
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
});

test("the focus goes back to what opened it", async () => {
  const { user } = show();
  await user.tab();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "Cancel" }));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});

const second = { title: "Open it again?", body: "It is open.", action: "Open again" };
function Twice() {
  const confirm = useConfirm();
  return <Button onClick={async () => (await confirm(question)) && (await confirm(second))}>Open</Button>;
}
test("it goes back there also from a question that was asked in the place of another", async () => {
  const { user } = showPage(<Twice />);
  await user.tab();
  await user.keyboard("{Enter}");
  await user.click(yes());
  await screen.findByText(second.title);
  await user.click(screen.getByRole("button", { name: "Cancel" }));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});

test("a dialog that the browser closes by itself opens again with the focus where it was", async () => {
  const close = vi.fn();
  const { user } = showPage(
    <Dialog title="Note" onClose={close} foot={<Button autoFocus>Cancel</Button>}>
      <input aria-label="Words" />
    </Dialog>,
  );
  const words = screen.getByLabelText("Words");
  await user.type(words, "a mechanic");

  screen.getByRole<HTMLDialogElement>("dialog").close();

  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(words);
});
