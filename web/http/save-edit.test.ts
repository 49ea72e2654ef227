import { expect, test, vi } from "vitest";
import * as z from "zod";
import { callsOf } from "#shared/http/endpoint.ts";
import { alertLogAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { saveEdit } from "./save-edit.ts";

const Lamp = z.object({ colour: z.string(), rev: z.number() });
type Lamp = z.infer<typeof Lamp>;
const changeLamp = callsOf("lamps").put("/lamps/:id", {
  summary: "Change a lamp",
  params: z.object({ id: z.string() }),
  body: z.object({ colour: z.string(), rev: z.number() }),
  reply: z.object({ lamp: Lamp }),
  notice: "Lamp Updated",
  failure: "Error: Failed to update lamp",
});

/** A server that answers in turn; the last answer again and again. Answers the revs that it was sent. */
const serve = (...answers: [status: number, body: object][]) => {
  const revs: number[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    revs.push((JSON.parse(body) as Lamp).rev);
    const [status, answer] = answers.length > 1 ? (answers.shift() ?? [500, {}]) : (answers[0] ?? [500, {}]);
    return new Response(JSON.stringify({ success: status < 400, ...answer }), { status });
  });
  return revs;
};
const stale = (lamp: Lamp): [number, object] => [409, { error: "This lamp was changed by somebody else", lamp }];
const paint = (isUntouched: (present: Lamp) => boolean = (present) => present.colour === "red") =>
  saveEdit({
    record: { key: "lamp" },
    endpoint: changeLamp,
    input: (rev) => ({ params: { id: "1" }, body: { colour: "blue", rev } }),
    rev: 3,
    isUntouched,
  });
const alerts = () => store.get(alertLogAtom).map(({ text }) => text);
const alertsOf = async <T>(action: () => Promise<T>): Promise<[T, string[]]> => {
  const before = alerts().length;
  const result = await action();
  return [result, alerts().slice(0, alerts().length - before)];
};

test("an edit is saved over the rev that it was made on", async () => {
  const revs = serve([200, { lamp: { colour: "blue", rev: 4 } }]);

  const [edited, shownAlerts] = await alertsOf(() => paint());

  expect(edited).toEqual({ is: "saved", record: { colour: "blue", rev: 4 } });
  expect(revs).toEqual([3]);
  expect(shownAlerts).toEqual(["Lamp Updated"]);
});

test("where others changed something else of the record, it is saved over theirs without a question", async () => {
  const revs = serve(stale({ colour: "red", rev: 5 }), [200, { lamp: { colour: "blue", rev: 6 } }]);

  const [edited, shownAlerts] = await alertsOf(() => paint());

  expect(edited).toEqual({ is: "saved", record: { colour: "blue", rev: 6 } });
  expect(revs).toEqual([3, 5]);
  expect(shownAlerts).toEqual(["Lamp Updated"]);
});

test("where others changed what is edited here, it is stale, shown as an alert, and sent no more", async () => {
  const revs = serve(stale({ colour: "green", rev: 5 }));

  const [edited, shownAlerts] = await alertsOf(() => paint());

  expect(edited).toEqual({ is: "stale", record: { colour: "green", rev: 5 } });
  expect(revs).toEqual([3]);
  expect(shownAlerts).toEqual(["This lamp was changed by somebody else"]);
});

test("a record that is changed again and again is not chased for ever", async () => {
  let rev = 3;
  vi.stubGlobal("fetch", async () => {
    rev += 1;
    const lamp = { colour: "red", rev };
    return new Response(JSON.stringify({ success: false, error: "stale", lamp }), { status: 409 });
  });

  expect(await paint()).toEqual({ is: "stale", record: { colour: "red", rev: 8 } });
});

test("what must be unique and is taken is no stale edit", async () => {
  serve([409, { error: "A lamp of this colour exists already" }]);

  const [edited] = await alertsOf(() => paint());

  expect(edited).toEqual({ is: "refused", error: "A lamp of this colour exists already", taken: true });
});

test("a server that cannot save says why, in its own words", async () => {
  serve([503, { error: "The server cannot answer right now; try again shortly" }]);

  const [edited, shownAlerts] = await alertsOf(() => paint());

  const error = "The server cannot answer right now; try again shortly";
  expect(edited).toEqual({ is: "failed", error });
  expect(shownAlerts).toEqual([error]);
});

test("an answer that cannot be read says the fixed text, once", async () => {
  serve([503, {}]);

  const [edited, shownAlerts] = await alertsOf(() => paint());

  expect(edited).toEqual({ is: "failed", error: "Error: Failed to update lamp" });
  expect(shownAlerts).toEqual(["Error: Failed to update lamp"]);
});
