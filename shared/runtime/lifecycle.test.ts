import { expect, test } from "vitest";
import { createLifecycle } from "./lifecycle.ts";
import { createLogger } from "./logger.ts";

const quiet = createLogger("test", "silent");

test("parts stop in reverse order, once, and one that fails or hangs does not keep the others", async () => {
  const stopped: string[] = [];
  const life = createLifecycle(quiet, 20);
  life.add("first", () => stopped.push("first"));
  life.add("hangs", () => new Promise(() => undefined));
  life.add("fails", () => {
    throw new Error("no");
  });
  life.add("last", () => stopped.push("last"));

  await Promise.all([life.stop(), life.stop()]);

  expect(stopped).toEqual(["last", "first"]);
});
