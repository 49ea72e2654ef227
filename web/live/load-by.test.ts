import { expect, test, vi } from "vitest";
import { readRegion } from "#shared/regions/region.api.ts";
import { aShownRegion } from "#shared/testing/shown-records.ts";
import { alertLogAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { loadBy } from "./load-by.ts";

const id = "a".repeat(24);
const region = aShownRegion({ _id: id });
const answers = (status: number, body: object) =>
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: status < 400, ...body }), { status }));
const load = loadBy(readRegion, { params: { id } }, (reply) => reply.region);
const alerts = async (how: { again: boolean; requested: boolean }) => {
  const before = store.get(alertLogAtom).length;
  await load({ ...how, signal: new AbortController().signal });
  const log = store.get(alertLogAtom);
  return log.slice(0, log.length - before).map(({ text }) => text);
};

test("a fetch is announced when the operator requested it, and at no other time", async () => {
  answers(200, { region, asOf: "0".repeat(16) });

  expect(await alerts({ again: false, requested: false })).toEqual([]);
  expect(await alerts({ again: true, requested: false })).toEqual([]);
  expect(await alerts({ again: true, requested: true })).toEqual(["Successfully fetched Region details"]);
});

test("a load that fails says so at first and when it was requested; what nobody requested fails quietly", async () => {
  answers(500, {});
  const failure = "Error: Failed to get Region details";

  expect(await alerts({ again: false, requested: false })).toEqual([failure]);
  expect(await alerts({ again: true, requested: true })).toEqual([failure]);
  expect(await alerts({ again: true, requested: false })).toEqual([]);
});
