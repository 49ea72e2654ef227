import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { atom, createStore, useAtomValue } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { pretendPhone } from "../../testing/dom.ts";
import { showPage } from "../../testing/screen.tsx";
import { Button } from "../../ui/Button.tsx";
import { useUnsaved } from "../../ui/form/use-unsaved.ts";
import { Key } from "./CaseHead.tsx";
import { WorkQueue } from "./WorkQueue.tsx";

const casesAtom = atom<string[]>([]);
/** The dialog in the case: none, an open one, or one whose action is under way. */
const dialogAtom = atom<"none" | "open" | "working">("none");
const acknowledge = vi.fn();

function Case({ of }: { of: string }) {
  const [text, setText] = useState("");
  useUnsaved("Comment", text !== "");
  const dialog = useAtomValue(dialogAtom);
  return (
    <>
      <p>Evidence of {of}</p>
      <input aria-label="Comment" value={text} onChange={(event) => setText(event.target.value)} />
      <Button onClick={() => acknowledge(of)}>
        Acknowledge <Key of="E" />
      </Button>
      {dialog !== "none" && (
        <dialog open>
          <Button working={dialog === "working"}>Clear</Button>
        </dialog>
      )}
    </>
  );
}
function Queue() {
  return (
    <WorkQueue
      label="Cases"
      cases={useAtomValue(casesAtom)}
      idOf={(one) => one}
      rowOf={(one) => ({ title: one, note: "" })}
      goneOf={(id) => <p>{id} was settled</p>}
      empty={<p>Nothing waits</p>}
    >
      {(one, next) => (
        <>
          <Case of={one} />
          <Button onClick={next}>Next</Button>
        </>
      )}
    </WorkQueue>
  );
}

const open = (at = "/queue") => {
  acknowledge.mockClear();
  const store = createStore();
  store.set(casesAtom, ["b", "c"]);
  const shown = showPage(<Queue />, { at, path: "/queue", store });
  return { ...shown, wait: (cases: string[]) => act(() => store.set(casesAtom, cases)) };
};
const evidence = () => screen.getByText(/^Evidence of/).textContent;
const field = () => screen.getByLabelText<HTMLInputElement>("Comment");

it("a case that comes to stand first does not take the place of the one that is worked on", () => {
  const { wait } = open();
  expect(evidence()).toBe("Evidence of b");

  wait(["a", "b", "c"]);
  fireEvent.keyDown(document.body, { key: "e" });
  expect(acknowledge).toHaveBeenCalledWith("b");

  // Nor of the one that took the place of a settled one.
  wait(["a", "c"]);
  expect(evidence()).toBe("Evidence of c");
  wait(["z", "a", "c"]);
  expect(evidence()).toBe("Evidence of c");
});

it.each(["/queue", "/queue?case=b"])("a case in which somebody types stays when it leaves the list (%s)", (at) => {
  const { wait } = open(at);
  fireEvent.change(field(), { target: { value: "Called the" } });
  field().focus();

  wait(["c"]);
  expect(field().value).toBe("Called the");
  expect(document.activeElement).toBe(field());
  expect(screen.getByText("b was settled")).toBeTruthy();
  wait([]);
  expect(field().value).toBe("Called the");

  wait(["c", "d"]);
  fireEvent.change(field(), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(evidence()).toBe("Evidence of c");
  expect(screen.queryByText("b was settled")).toBeNull();
});

it("on a phone it stays as well", () => {
  pretendPhone();
  const { wait } = open("/queue?case=b");
  fireEvent.change(field(), { target: { value: "Called the" } });

  wait(["c"]);
  expect(evidence()).toBe("Evidence of b");
});

it.each([
  ["open", "Evidence of b"],
  ["working", "Evidence of c"],
] as const)("a dialog of it that is %s: then stands the %s", (dialog, shown) => {
  const { wait, store } = open("/queue?case=b");
  act(() => store.set(dialogAtom, dialog));

  wait(["c"]);
  expect(evidence()).toBe(shown);
});

it("the address names the case that took the place of another: that one does not come back in its place", async () => {
  const { wait, address } = open("/queue?case=b");
  wait(["c"]);
  await waitFor(() => expect(address()).toBe("/queue?case=c"));
  fireEvent.change(field(), { target: { value: "Called the" } });

  wait(["b", "c"]);
  expect(evidence()).toBe("Evidence of c");
  expect(field().value).toBe("Called the");
});

it.each(["/queue", "/queue?case=b"])(
  "the last case of all is left by Next once nothing is typed in it (%s)",
  async (at) => {
    const { wait, store } = open(at);
    // An operator who is signed out is asked nothing.
    act(() => store.set(tokenAtom, "t"));
    fireEvent.change(field(), { target: { value: "Called the" } });
    wait([]);
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(field().value).toBe("Called the");
    if (at !== "/queue") fireEvent.click(await screen.findByRole("button", { name: "Stay" }));
    wait([]);
    expect(field().value).toBe("Called the");

    fireEvent.change(field(), { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("Nothing waits");
    expect(screen.queryByText(/^Evidence of/)).toBeNull();
  },
);

it("a case that came back and leaves again, with nothing typed in it, makes way", () => {
  const { wait } = open();
  fireEvent.change(field(), { target: { value: "Called the" } });
  wait(["c"]);
  fireEvent.change(field(), { target: { value: "" } });
  wait(["b", "c"]);
  wait(["c"]);
  expect(evidence()).toBe("Evidence of c");
});
