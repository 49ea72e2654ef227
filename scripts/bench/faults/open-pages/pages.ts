import { isDeepStrictEqual } from "node:util";
import { until } from "#shared/testing/eventually.ts";
import { testMachinesAtom } from "../../../../web/features/control-units/control-units.atoms.ts";
import { homePages } from "../../../../web/features/home/home-pages.ts";
import { inventoryPages } from "../../../../web/features/inventory/inventory-pages.ts";
import { statusPages } from "../../../../web/features/live-status/status-pages.ts";
import { live } from "../../../../web/live/socket.ts";
import { containersAtomOf } from "../../../../web/records/containers.atoms.ts";
import { inventoryAtom } from "../../../../web/records/inventory.atoms.ts";
import { liveStatusAtom } from "../../../../web/records/live-status.atoms.ts";
import { machineAtomOf, machinesAtom } from "../../../../web/records/machines.atoms.ts";
import { owedAtomOf } from "../../../../web/records/owed.atoms.ts";
import { productAtomOf, productsAtom } from "../../../../web/records/products.atoms.ts";
import { profileAtomOf, profilesAtom } from "../../../../web/records/profiles.atoms.ts";
import { regionAtomOf, regionsAtom } from "../../../../web/records/regions.atoms.ts";
import { stockAtomOf } from "../../../../web/records/stock.atoms.ts";
import { userFileAtomOf } from "../../../../web/records/user-file.atoms.ts";
import { type Atom, createStore, type Store, store } from "../../../../web/state/jotai.ts";
import type { Load } from "../../../../web/state/load.ts";
import { tokenAtom } from "../../../../web/state/session.atoms.ts";

/** What is open in the browser. `left` are fields that no event tells, or that the clock alone changes. */
interface Page {
  name: string;
  of: Atom<Load<unknown>>;
  left: readonly string[];
}
interface Subjects {
  machines: { id: string; serialNumber: string }[];
  products: string[];
  profiles: string[];
  regions: string[];
  users: string[];
}

const heard = ["lastSeenOnline", "strength", "telemetry", "clockOffsetSeconds", "live", "rattling"];

/** The console's own code asks for paths of its own origin, and draws in frames. */
export const pretendBrowser = (url: string, token: string): void => {
  const own = globalThis.fetch;
  const fetchFrom: typeof fetch = (to, init) => own(typeof to === "string" && to.startsWith("/") ? url + to : to, init);
  const requestAnimationFrame = (draw: () => void) => setTimeout(draw, 16);
  Object.assign(globalThis, { location: new URL(url), requestAnimationFrame, fetch: fetchFrom });
  store.set(tokenAtom, token);
  live.connect();
};

const pagesOf = ({ machines, products, profiles, regions, users }: Subjects): Page[] => {
  const page = (name: string, of: Atom<Load<unknown>>, left: readonly string[] = []): Page => ({ name, of, left });
  return [
    page("Home", machinesAtom, heard),
    page("Live Status", liveStatusAtom, [...heard, "status"]),
    page("Inventory Status", inventoryAtom),
    page("Products", productsAtom),
    page("Profiles", profilesAtom),
    page("Regions", regionsAtom),
    page("Owed", owedAtomOf("all")),
    page("Test panel", testMachinesAtom, ["containers", "working"]),
    ...machines.flatMap(({ id, serialNumber }) => [
      page(`Machine ${id}`, machineAtomOf(id), [...heard, "region"]),
      page(`Stock of ${id}`, stockAtomOf(id), ["row", "vendingMachine"]),
      page(`Containers of ${id}`, containersAtomOf(id, serialNumber)),
      page(`Owed at ${id}`, owedAtomOf(id)),
    ]),
    ...products.map((id) => page(`Product ${id}`, productAtomOf(id))),
    ...profiles.map((id) => page(`Profile ${id}`, profileAtomOf(id))),
    ...regions.map((id) => page(`Region ${id}`, regionAtomOf(id))),
    ...users.map((id) => page(`User ${id}`, userFileAtomOf(id))),
  ];
};

const loaded = async (at: Store, pages: readonly Page[]): Promise<void> => {
  const isThere = ({ of }: Page) => at.get(of).state === "ready";
  await until("all pages", () => pages.every(isThere), 60_000).catch(() => {
    const missing = pages
      .filter((one) => !isThere(one))
      .map(({ name, of }) => `${name}: ${JSON.stringify(at.get(of)).slice(0, 200)}`);
    throw new Error(`Pages that were not loaded: ${missing.join("; ")}`);
  });
};

const idOf = (one: unknown) => String((one as { _id?: string })?._id ?? JSON.stringify(one));
const plain = (value: unknown, left: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => plain(one, left)).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, of]) => of !== undefined && !left.includes(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, plain(of, left)] as const).sort());
};
/** Nothing is owed where it is 0. */
const withoutNothing = (name: string, value: unknown) =>
  name.startsWith("Owed") && Array.isArray(value) ? value.filter(({ cans }) => cans > 0) : value;

/** Where the two differ, in words. */
const difference = (shown: unknown, now: unknown, path = ""): string[] => {
  if (isDeepStrictEqual(shown, now)) return [];
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  if (!isRecord(shown) || !isRecord(now) || Array.isArray(shown) !== Array.isArray(now))
    return [`${path}: shows ${JSON.stringify(shown)?.slice(0, 300)}, is ${JSON.stringify(now)?.slice(0, 300)}`];
  const names = new Set([...Object.keys(shown), ...Object.keys(now)]);
  return [...names].flatMap((name) => difference(shown[name], now[name], `${path}/${name}`));
};

/** Pages that stay open, by the console's own atoms; only drawing is left out. */
export const openPages = async (subjects: Subjects) => {
  const pages = pagesOf(subjects);
  for (const { of } of pages) store.sub(of, () => undefined);
  await loaded(store, pages);
  const those = { machines: subjects.machines.map(({ id }) => id).join() };
  const long = [
    { name: "Home of many", source: homePages, pageAtom: homePages.pageAtomOf(those), left: heard },
    { name: "Inventory of many", source: inventoryPages, pageAtom: inventoryPages.pageAtomOf(those), left: [] },
    {
      name: "Live Status of many",
      source: statusPages,
      pageAtom: statusPages.pageAtomOf(those),
      left: [...heard, "status"],
    },
  ];
  // biome-ignore lint/suspicious/noExplicitAny: three sources of different rows.
  const rowsOf = ({ source, pageAtom }: any, rows: unknown): Atom<Load<unknown>> => source.rowsAtomOf(pageAtom, rows);
  for (const { pageAtom } of long) store.sub(pageAtom as Atom<Load<unknown>>, () => undefined);
  await until(
    "long pages",
    () => long.every((one) => store.get(one.pageAtom as Atom<Load<unknown>>).state === "ready"),
    30_000,
  );
  const rowsAt = (one: (typeof long)[number]) =>
    (store.get(one.pageAtom as Atom<Load<{ rows: unknown }>>).data?.rows ?? []) as unknown;
  const followed = long.map((one) => ({
    name: one.name,
    of: rowsOf(one, rowsAt(one)),
    left: one.left,
    one,
    rows: rowsAt(one),
  }));
  for (const { of } of followed) store.sub(of, () => undefined);
  await loaded(store, followed);

  return {
    count: pages.length + followed.length,
    token: () => store.get(tokenAtom),
    /** Each page that does not show what it would if it was opened now. Nothing may move meanwhile; once. */
    compare: async (): Promise<string[]> => {
      const shown = [...pages, ...followed].map(({ name, of, left }) => ({ name, left, is: store.get(of) }));
      const fresh = createStore();
      const anew = [...pages, ...followed.map(({ name, left, one, rows }) => ({ name, left, of: rowsOf(one, rows) }))];
      for (const { of } of anew) fresh.sub(of, () => undefined);
      await loaded(fresh, anew);
      // Rows of a long page are those that were followed at first.
      return anew.flatMap(({ name, of, left }, at) => {
        const was = shown[at]?.is;
        if (was?.state !== "ready") return [`${name} is ${was?.state}`];
        const [before, now] = [was.data, fresh.get(of).data].map((data) => plain(withoutNothing(name, data), left));
        const words = difference(before, now);
        return words.length > 0 ? [`${name} ${words.slice(0, 6).join(" | ")}`] : [];
      });
    },
  };
};
