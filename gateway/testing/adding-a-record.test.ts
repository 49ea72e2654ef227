import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { records } from "#shared/events/records.ts";
import { type CollectionName, declarations } from "#shared/runtime/collections.ts";
import { declaredEndpoints } from "./declared-endpoints.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const page = read("docs/adding-a-record.md");
/** The first column of the table of registers. */
const registers = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = ""]) => path);
const subjects = readdirSync(new URL("shared/", root), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.document(\.server)?\.ts$/.test(file))
  .map((file) => `shared/${file}`);
/** The registry, or of several the one that names this. */
const holding = (register: string, text: string): string[] =>
  (register.includes("<") ? subjects : [register]).filter((path) => read(path).includes(text));

/** Unique values that no operator names: the gateway assigns channels, units request with their serial number. */
const unnamed = new Set(["container.channel", "request.serialNumber"]);

test("the page names three registers at most, and each is there", () => {
  expect(registers).toEqual([
    "shared/events/records.ts",
    "shared/<entity>/<subject>.document.server.ts",
    "gateway/features.ts",
  ]);
  expect(registers.filter((path) => !path.includes("<") && !existsSync(new URL(path, root)))).toEqual([]);
});

test("every other file that the page names is there, but for those of the example", () => {
  const named = [...page.matchAll(/`((?:shared|gateway|web)\/[^`]*\.(?:ts|md))`/g)].map(([, path = ""]) => path);
  const missing = named.filter((path) => !/order|</.test(path) && !existsSync(new URL(path, root)));

  expect(named.length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});

test("every record definition that stands beside an entity is in the first register", () => {
  const files = readdirSync(new URL("shared/", root), { recursive: true, encoding: "utf8" });
  const definitions = files.filter((file) => file.endsWith(".record.ts"));

  expect(definitions).toHaveLength(records.length);
  expect(definitions.flatMap((file) => holding("shared/events/records.ts", file))).toHaveLength(definitions.length);
});

describe.each(records.map((definition) => [definition.name, definition] as const))(
  "%s is what the page says:",
  (name, definition) => {
    test("its collection is declared in one subject", () => {
      expect(
        holding("shared/<entity>/<subject>.document.server.ts", `  ${definition.collection}: collection<`),
      ).toHaveLength(1);
    });

    test("its view stands in the third register, and nowhere else", () => {
      expect(holding("gateway/features.ts", `  ${name}: `)).toHaveLength(1);
      expect(read("gateway/push/relay.ts")).not.toContain(`${name}RecordView`);
    });

    test("what an operator names and must be unique is refused in words", () => {
      const named = new Set(Object.keys(definition.view.shape));
      const silent = (declarations[definition.collection as CollectionName].indexes ?? []).filter(
        ({ unique, taken, key }) => unique && !taken && Object.keys(key).some((field) => named.has(field)),
      );
      expect(silent.map(({ name: index }) => `${name}.${index}`).filter((index) => !unnamed.has(index))).toEqual([]);
    });

    test("a list answers it under its listKey, one of it and a write under its key", async () => {
      const answers = (await declaredEndpoints()).map(([, { reply }]) => reply.shape);
      const has = (key: string, at: "list" | "one") =>
        answers.some((shape) => Object.hasOwn(shape, key) && ("asOf" in shape || at === "one"));

      // What is about one user alone, or one machine, may stand in no list of its own.
      if (definition.lists.length > 0) expect(has(definition.listKey ?? "", "list")).toBe(true);
      expect(has(definition.key, "one")).toBe(true);
    });
  },
);
