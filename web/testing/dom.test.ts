import { afterEach, expect, test } from "vitest";

afterEach(() => document.body.replaceChildren());

const plant = (html: string): Element => {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild;
  if (!element) throw new Error(`${html} is no element`);
  return element;
};

test.each([
  ["<p></p>", "block"],
  ["<p hidden></p>", "none"],
  ["<p style='display: flex'></p>", "flex"],
  ["<span></span>", "inline"],
  ["<span style='display: none'></span>", "none"],
  ["<dialog></dialog>", "none"],
  ["<dialog open></dialog>", "block"],
  ["<div popover='auto'></div>", "none"],
  ["<input>", "inline-block"],
  ["<input type='hidden'>", "none"],
])("%s is displayed as jsdom's sheet says: %s", (html, display) => {
  expect(getComputedStyle(plant(html)).display).toBe(display);
});

test("an element is seen and hidden as its attributes change", () => {
  const element = plant("<div></div>") as HTMLElement;
  const display = () => window.getComputedStyle(element).display;
  const seen = [display()];
  for (const change of [() => element.toggleAttribute("hidden"), () => element.toggleAttribute("hidden")]) {
    change();
    seen.push(display());
  }
  element.style.visibility = "hidden";

  expect(seen).toEqual(["block", "none", "block"]);
  expect(getComputedStyle(element).visibility).toBe("hidden");
});
