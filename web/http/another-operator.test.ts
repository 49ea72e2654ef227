import { beforeEach, expect, test, vi } from "vitest";
import { noteRecord } from "#shared/users/note.record.ts";
import { changeNote } from "#shared/users/user.api.ts";
import { alertLogAtom, clearAlertLogAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { call } from "./call.ts";
import { saveBy } from "./save-edit.ts";

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
  store.set(tokenAtom, "another operator's");
  answer();
  await own;

  expect(shown).toEqual([error]);
  expect(store.get(alertLogAtom)).toEqual([]);
});

test.each([
  [
    "is not saved again as theirs",
    409,
    { note: { _id: "a".repeat(24), note: "", author: null, updatedAt: null, rev: 1 } },
  ],
  ["is not refused before their eyes", 400, {}],
])("an edit that another operator's sign-in overtakes %s", async (_what, status, more) => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(body);
    store.set(tokenAtom, "another operator's");
    return new Response(JSON.stringify({ success: false, error, ...more }), { status });
  });

  await saveBy(changeNote, noteRecord)({ note: "Text" }, { _id: "a".repeat(24), rev: 0, isUntouched: () => true });

  expect(sent).toHaveLength(1);
  expect(store.get(alertLogAtom)).toEqual([]);
});
