import { beforeEach, expect, test, vi } from "vitest";
import { changeNote } from "#shared/users/user.api.ts";
import { alertLogAtom, clearAlertLogAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { call } from "./call.ts";

const error = "note: names a customer";
beforeEach(() => {
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "one operator's");
});

test("what a call is answered is not shown to another operator who has signed in here meanwhile", async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const save = () => call(changeNote, { params: { id: "a".repeat(24) }, body: { note: "Text", rev: 0 } });
  const answer = () => answers.pop()?.(new Response(JSON.stringify({ success: false, error }), { status: 400 }));
  const [own, ofBefore] = [save(), save()];

  answer();
  await ofBefore;
  const shown = store.get(alertLogAtom).map(({ text }) => text);
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, "another operator's");
  answer();
  await own;

  expect(shown).toEqual([error]);
  expect(store.get(alertLogAtom)).toEqual([]);
});
