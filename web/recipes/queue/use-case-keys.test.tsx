import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { showPage } from "../../testing/screen.tsx";
import { Button } from "../../ui/Button.tsx";
import { Key } from "./CaseHead.tsx";
import { useCaseKeys } from "./use-case-keys.ts";
import { WorkQueue } from "./WorkQueue.tsx";

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
/** A queue of two, of which the first is settled. */
function Settling({ queue }: { queue: (cases: string[]) => ReactNode }) {
  const [cases, setCases] = useState(["b", "c"]);
  return (
    <>
      <button type="button" onClick={() => setCases(["c"])}>
        Settle b
      </button>
      {queue(cases)}
    </>
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

it("a case of a link that waits no more is said to be settled; one that is settled here makes place for the next", () => {
  const queue = (cases: string[]) => (
    <WorkQueue
      label="Cases"
      cases={cases}
      idOf={(one) => one}
      rowOf={(one) => ({ title: one, line: "", note: "" })}
      goneOf={(id) => <p>{id} was settled</p>}
      counts
      empty={<p>Nothing waits</p>}
    >
      {(one) => <p>Evidence of {one}</p>}
    </WorkQueue>
  );
  const opened = showPage(queue(["b", "c"]), { at: "/queue?case=a", path: "/queue" });
  expect(screen.getByText("a was settled")).toBeTruthy();
  expect(screen.queryByText(/^Evidence/)).toBeNull();
  fireEvent.keyDown(document.body, { key: "n" });
  expect(screen.getByText("Evidence of b")).toBeTruthy();
  opened.unmount();

  const emptied = showPage(queue([]), { at: "/queue?case=a", path: "/queue" });
  expect(screen.getByText("a was settled")).toBeTruthy();
  expect(screen.getByText("Nothing waits")).toBeTruthy();
  emptied.unmount();

  showPage(<Settling queue={queue} />, { at: "/queue?case=b", path: "/queue" });
  expect(screen.queryByText(/closed while you were here/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Settle b" }));
  expect(screen.getByText("Evidence of c")).toBeTruthy();
  expect(screen.getByText(/1 closed while you were here/)).toBeTruthy();
});
