import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { alertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { SeveralActions } from "./SeveralActions.tsx";

const chosen = ["1", "2", "3", "4", "5", "6"].map((label) => aShownContainer(label));
/** What waits for its answer: done, or refused in these words. */
let waiting: ((refusal?: string) => void)[];

beforeEach(() => {
  waiting = [];
  store.set(tokenAtom, "of the one operator");
  vi.stubGlobal(
    "fetch",
    (url: string) =>
      new Promise<Response>((resolve) => {
        const record = chosen.find(({ _id }) => url.includes(_id));
        waiting.push((error) => {
          const reply = error ? { success: false, error } : { success: true, container: { ...record, rev: 2 } };
          resolve(new Response(JSON.stringify(reply), { status: error ? 409 : 200 }));
        });
      }),
  );
});

const begin = async () => {
  const shown = showPage(<SeveralActions chosen={chosen} offered={[]} onChanged={() => undefined} />, { store });
  await shown.user.click(screen.getByRole("button", { name: /^Disabled/ }));
  await waitFor(() => expect(waiting).toHaveLength(4));
  return shown;
};
/** The first is refused, those behind it are done. */
const answerAll = () =>
  act(async () => {
    for (let at = 0; at < chosen.length; at += 1) {
      await eventually(() => expect(waiting.length).toBeGreaterThan(at));
      waiting[at]?.(at === 0 ? "Container 1 was deleted" : undefined);
    }
  });

test("who leaves it in the middle hears how it ended, and closing the tab needs confirmation until then", async () => {
  const { router } = await begin();
  const closing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await act(() => router.navigate("/elsewhere"));
  expect(closing()).toBe(true);

  await answerAll();

  await waitFor(() =>
    expect(store.get(alertLogAtom)[0]).toMatchObject({
      kind: "danger",
      text: "Disabled: 5 containers done, 1 not. Container 1: Container 1 was deleted.",
    }),
  );
  expect(closing()).toBe(false);
});

test("what is left is not done under the sign-in of somebody else", async () => {
  await begin();

  act(() => store.set(tokenAtom, "of another operator"));
  await act(async () => {
    for (const answer of waiting) answer();
  });

  await screen.findByText("Containers 5, 6: another sign-in began.");
  expect(waiting).toHaveLength(4);
});
