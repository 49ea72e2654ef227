import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import { createStore } from "../../state/jotai.ts";
import { badgesAtom } from "../../state/pending-counts.atoms.ts";
import { soundAtom } from "../../state/sound.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { afterCount } from "./counted.ts";
import { PendingCountsWatch, pendingCountsAtom } from "./PendingCountsWatch.tsx";
import { sound } from "./sound.ts";

vi.mock("./sound.ts", () => ({ sound: vi.fn(async () => undefined) }));

const stands: PendingCounts = {
  countedAt: 1,
  online: 5,
  offline: 2,
  unavailable: 0,
  waitingUnits: 0,
  failedVends: 0,
  paymentsToCheck: 0,
  drifts: 0,
  accountDeletions: 1,
  alarms: 0,
};
const answers = { with: stands };
beforeEach(() => {
  vi.mocked(sound).mockClear();
  answers.with = stands;
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, attention: answers.with })));
});

const watching = async () => {
  const store = createStore();
  store.set(soundAtom, true);
  const shown = showPage(<PendingCountsWatch operator={{ role: "staff" }} />, { store });
  await waitFor(() => expect(store.get(badgesAtom).liveStatus?.count).toBe(2));
  /** As the socket would deliver it. */
  const publish = (change: Partial<PendingCounts>) =>
    act(() =>
      store.set(pendingCountsAtom, {
        do: "update",
        change: (known) => afterCount(known, { ...known.waits, ...change }),
      }),
    );
  return { ...shown, publish };
};

test("what waits stands in the navigation, and is forgotten with whoever is signed out", async () => {
  const { store, unmount } = await watching();
  expect(store.get(badgesAtom)).toEqual({
    liveStatus: { count: 2, words: "2 offline", isUrgent: true },
    accountDeletion: { count: 1, words: "1 waiting", isUrgent: false },
  });
  unmount();
  expect(store.get(badgesAtom)).toEqual({});
});

test("it sounds for a higher published count, not for a lower one, and not for a loaded one", async () => {
  const { store, publish } = await watching();
  expect(sound).not.toHaveBeenCalled();

  publish({ countedAt: 2, offline: 3, online: 4 });
  await waitFor(() => expect(sound).toHaveBeenCalledTimes(1));
  publish({ countedAt: 3, offline: 2, online: 5 });
  await waitFor(() => expect(store.get(badgesAtom).liveStatus?.count).toBe(2));

  // As after a reconnect.
  answers.with = { ...stands, countedAt: 4, failedVends: 9 };
  act(() => store.set(pendingCountsAtom, { do: "retry" }));
  await waitFor(() => expect(store.get(badgesAtom).transactions?.count).toBe(9));
  expect(sound).toHaveBeenCalledTimes(1);

  act(() => store.set(soundAtom, false));
  publish({ countedAt: 5, offline: 5, online: 2 });
  await waitFor(() => expect(store.get(badgesAtom).liveStatus?.count).toBe(5));
  expect(sound).toHaveBeenCalledTimes(1);
});
