import { expect, test } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import type { Edited } from "../../http/save-edit.ts";
import { doForSeveral } from "./do-for-several.ts";

const filled = (seen: Container): Edited<Container> => ({ is: "saved", record: { ...seen, isEmpty: false, rev: 2 } });

test("each container ends by itself: done, refused in the server's words, outrun, or left as the rules have it", async () => {
  const chosen = ["1", "2", "3", "4", "5"].map((label) => aShownContainer(label, { isReserved: label === "5" }));
  const ends: Record<string, (seen: Container) => Edited<Container>> = {
    "2": () => ({ is: "refused", error: "A reserved container cannot be stocked", taken: false }),
    "3": (seen) => ({ is: "stale", record: { ...seen, isWorking: false, rev: 7 } }),
    "4": () => ({ is: "failed", error: "Error: Failed to update Inventory" }),
  };
  const incoming: Container[] = [];

  const end = await doForSeveral(
    chosen,
    { do: "add to stock" },
    async (seen) => (ends[seen.containerId] ?? filled)(seen),
    (known) => incoming.push(known),
  );

  expect(end).toEqual({
    done: ["1"],
    failed: [
      { why: "A reserved container cannot be stocked", labels: ["2"] },
      { why: "somebody else changed it first", labels: ["3"] },
      { why: "Error: Failed to update Inventory", labels: ["4"] },
    ],
    left: ["5"],
  });
  expect(incoming.map(({ containerId, rev }) => [containerId, rev])).toEqual([
    ["1", 2],
    ["3", 7],
  ]);
});

test("what is so already is left; never more than four are on their way at once", async () => {
  const chosen = Array.from({ length: 20 }, (_, at) => aShownContainer(String(at + 1), { isWorking: at % 2 === 0 }));
  let underWay = 0;
  let most = 0;

  const end = await doForSeveral(
    chosen,
    { do: "set working", isWorking: false },
    async (seen) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      return { is: "saved", record: { ...seen, isWorking: false } };
    },
    () => undefined,
  );

  expect([end.done.length, end.left.length]).toEqual([10, 10]);
  expect(most).toBe(4);
});
