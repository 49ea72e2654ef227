import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { alertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { setUpDownloads } from "../../testing/downloads.ts";
import { showPage } from "../../testing/screen.tsx";
import { DataButton } from "./DataButton.tsx";

const id = "a".repeat(24);
const downloads = setUpDownloads();
afterEach(() => store.set(operatorAtom, null));

const show = (role: Role) => {
  store.set(operatorAtom, { _id: "b".repeat(24), name: "Asha", phone: "9876543210", email: "", role });
  return showPage(<DataButton user={id} />, { store });
};
const button = () => screen.getByRole("button", { name: "Download Data" });
const json = (text: string, status = 200) =>
  new Response(text, { status, headers: { "content-type": "application/json" } });

test("what is kept about a user is requested once and saved as user-{id}.json", async () => {
  const { user } = show("admin");
  await user.click(button());
  expect(button().getAttribute("aria-busy")).toBe("true");
  await user.click(button());
  await act(async () => downloads.answer(json('{"user":{}}')));

  await eventually(() => expect(downloads.saved).toEqual([`user-${id}.json`]));
  expect(downloads.requested.map(({ pathname }) => pathname)).toEqual([`/api/v1.2/users/${id}/data`]);
  await eventually(() => expect(button().getAttribute("aria-busy")).not.toBe("true"));
});

test("what could not be read whole saves nothing, and it is said", async () => {
  const { user } = show("admin");
  await user.click(button());
  const half = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"user":{'));
      controller.error(new TypeError("the connection ended"));
    },
  });
  await act(async () => downloads.answer(new Response(half, { headers: { "content-type": "application/json" } })));

  await eventually(() =>
    expect(store.get(alertLogAtom).map(({ text }) => text)).toEqual(["Failed to download the user's data"]),
  );
  expect(downloads.saved).toEqual([]);
});

test("staff read why they may not, and nothing is requested", async () => {
  const { user } = show("staff");
  expect(button().getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Only an admin may download a user's data")).toBeTruthy();
  await user.click(button());
  expect(downloads.requested).toEqual([]);
});
