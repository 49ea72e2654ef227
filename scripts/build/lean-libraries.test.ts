import { expect, test } from "vitest";
import { emptied, without } from "./lean-libraries.ts";

test("a module that is never used keeps the names that it exports", () => {
  const text =
    "class Inner {}\nexport class $Cyclic extends Error {}\nexport const walk = () => 1;\nexport { a, b as c };\n";

  const names = [...emptied(text).matchAll(/^export function (\S+)\(\) \{ return null; \}$/gm)].map(([, name]) => name);
  expect(names).toEqual(["$Cyclic", "walk", "a", "c"]);
});

const library = `function createRouter(init) {
  async function handleAction(request, {
    replace
  }) {
    if (request) {
      return replace;
    }
  }
  const generate = (shape) => {
    return shape;
  };
  return { handleAction, generate, kept: () => "kept" };
}
`;

test("a function that is never called is empty, throws where it is called after all, and leaves the others", async () => {
  const cut = without(library, ["handleAction", "generate"], "a library");
  const router = new Function(`${cut}; return createRouter({});`)();

  expect(router.kept()).toBe("kept");
  expect(() => router.generate({})).toThrow("generate is left out");
  await expect(router.handleAction({}, {})).rejects.toThrow("handleAction is left out");
});

test("the build ends where a library no longer declares such a function, or declares two", () => {
  expect(() => without(library, ["handleLoaders"], "a library")).toThrow(
    "a library does not declare handleLoaders once",
  );
  expect(() => without(library + library, ["generate"], "a library")).toThrow("does not declare generate once");
});
