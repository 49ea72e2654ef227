import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { confirmAtom } from "../state/dialogs.atoms.ts";
import { createStore } from "../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../state/session.atoms.ts";
import { showApp } from "../testing/screen.tsx";
import { routes } from "./routes.tsx";

const asha = { _id: "a".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role: "admin" } as const;
const ravi = { ...asha, _id: "b".repeat(24), name: "Ravi Nair" };
let store: ReturnType<typeof createStore>;

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  store = createStore();
  store.set(tokenAtom, "token");
});

it("what an operator has typed is not shown to another one, whose sign-in came from another tab", async () => {
  store.set(operatorAtom, asha);
  const { user } = showApp(routes, "/AddVendingMachine", store);
  const name = async () => (await screen.findByLabelText<HTMLInputElement>("Name")).value;
  await user.type(await screen.findByLabelText("Name"), "Metro");
  const signIn = (token: string, operator: typeof asha | typeof ravi) =>
    act(() => {
      store.set(tokenAtom, token);
      store.set(operatorAtom, operator);
    });

  signIn("newer", asha);
  expect(await name()).toBe("Metro");

  signIn("of another", ravi);
  expect(await name()).toBe("");
});

it("who goes back with an open question is asked no more, and nothing is done; a page that opens beneath it leaves it", async () => {
  const { router } = showApp(routes, "/redis", store);
  await screen.findByRole("main");
  await act(() => router.navigate("/live-status"));
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = store.set(confirmAtom, {
      title: "Open container 4?",
      body: "It opens at once.",
      action: "Open container",
    });
  });
  await screen.findByRole("alertdialog");

  await act(() => router.navigate("/ledger"));
  expect(screen.getByRole("alertdialog")).toBeTruthy();
  await act(() => router.navigate(-1));

  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(await answer).toBe(false);
});
