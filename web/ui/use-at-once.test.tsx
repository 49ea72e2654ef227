import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { showPage } from "../testing/screen.tsx";
import { useAtOnce, WentBack } from "./use-at-once.tsx";

type Ended = { is: "saved" | "refused" | "failed" } | undefined;
const server = { answer: (_: Ended): void => undefined };
const requested = () =>
  new Promise<Ended>((answer) => {
    server.answer = answer;
  });

function Switch() {
  const [on, setOn] = useState(false);
  const { atOnce, wentBack } = useAtOnce(setOn);
  return (
    <button type="button" aria-pressed={on} onClick={() => void atOnce(on, !on, requested)}>
      Sells
      <WentBack times={wentBack} />
    </button>
  );
}
const pressed = () => screen.getByRole("button").getAttribute("aria-pressed");
const marks = () => document.querySelectorAll(".went-back").length;

test.each([
  ["saved", { is: "saved" }, "true", 0],
  ["refused", { is: "refused" }, "false", 1],
  ["of which nobody knows", { is: "failed" }, "false", 1],
  ["that threw", undefined, "false", 1],
] as const)(
  "a switch shows its new state at once; one that is %s ends as it should",
  async (_, ended, state, backs) => {
    const { user } = showPage(<Switch />);

    await user.click(screen.getByRole("button"));
    expect([pressed(), marks()]).toEqual(["true", 0]);

    server.answer(ended);
    await waitFor(() => expect([pressed(), marks()]).toEqual([state, backs]));
  },
);
