import { beforeEach, expect, test, vi } from "vitest";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createStore, store } from "../state/jotai.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { aShownRow, aShownSession, sessionId } from "../testing/shown-session.ts";
import type { LiveEvent } from "./live-client.ts";
import { sessionAtomOf } from "./session-rows.ts";

const t = (time: number) => time.toString(16).padStart(16, "0");
const session = aShownSession({ channels: [3, 4] });
const row = (id: string, more: Partial<ResultRow> = {}) => aShownRow(id, {}, more);

let hear: (event: LiveEvent) => void;
const joined: string[][] = [];
const live = {
  connected: () => true,
  join: async (_: object, rooms: string[]) => {
    joined.push(rooms);
  },
  leave: vi.fn(),
  listen: (listener: (event: LiveEvent) => void) => {
    hear = listener;
    return () => undefined;
  },
};

beforeEach(() => {
  store.set(tokenAtom, "t");
  joined.length = 0;
  vi.stubGlobal("fetch", async () => {
    const body = { success: true, session, sessionResults: [row("3"), row("4")], asOf: t(5) };
    return new Response(JSON.stringify(body), { status: 200 });
  });
});

const watched = async () => {
  const mine = createStore();
  const sessionAtom = sessionAtomOf(sessionId, live);
  mine.sub(sessionAtom, () => undefined);
  await eventually(() => expect(mine.get(sessionAtom).state).toBe("ready"));
  return () => mine.get(sessionAtom).data;
};

test("a session is joined, loaded, and each of its rows followed", async () => {
  const shown = await watched();
  expect(joined).toEqual([[`session/${sessionId}`]]);
  expect(shown()?.rows.map(({ state }) => state)).toEqual(["queued", "queued"]);

  hear({ name: "session.row.changed", t: t(6), view: row("4", { state: "opened", isOpened: true }) });
  hear({ name: "session.changed", t: t(6), view: { ...session, status: "completed" } });

  await eventually(() => expect(shown()?.session.status).toBe("completed"));
  expect(shown()?.rows.map(({ containerId, state }) => [containerId, state])).toEqual([
    ["3", "queued"],
    ["4", "opened"],
  ]);
});

test("what the load has seen already, and rows of another session, change nothing", async () => {
  const shown = await watched();

  hear({ name: "session.row.changed", t: t(5), view: row("3", { state: "sent" }) });
  hear({ name: "session.row.changed", t: t(6), view: row("9", { sessionId: "6".repeat(24), state: "opened" }) });
  hear({ name: "session.row.changed", t: t(7), view: row("4", { state: "acknowledged" }) });

  await eventually(() => expect(shown()?.rows[1]?.state).toBe("acknowledged"));
  expect(shown()?.rows).toHaveLength(2);
  expect(shown()?.rows[0]?.state).toBe("queued");
});
