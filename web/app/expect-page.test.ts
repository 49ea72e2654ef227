import { afterEach, expect, test, vi } from "vitest";
import { expectPage } from "./expect-page.ts";
import { pages } from "./pages.ts";

const Component = () => null;
afterEach(() => document.body.replaceChildren());
const named = (href: string): Element => {
  document.body.innerHTML = `<a href="${href}"><b>a name</b></a>`;
  return document.querySelector("b") as Element;
};

test("the code of a record's page comes once its link is pointed at, once, and again where it failed", async () => {
  const load = vi.spyOn(pages.order, "load").mockRejectedValueOnce(new TypeError("no line"));
  load.mockResolvedValue({ Component });
  const target = named("/inventory/v1.2/Orders/42?tab=timeline");

  expectPage({ target });
  expect(load).toHaveBeenCalledOnce();
  await expect(load.mock.results[0]?.value).rejects.toThrow("no line");
  expectPage({ target });
  expectPage({ target });
  expect(load).toHaveBeenCalledTimes(2);
});

test("Home is a page too; what is elsewhere, or no page, is left alone", () => {
  const load = vi.spyOn(pages.home, "load").mockResolvedValue({ Component });
  for (const href of ["https://example.com/inventory/v1.2", "/inventory/v1.2/nowhere", "/qrcode/1"])
    expectPage({ target: named(href) });
  expect(load).not.toHaveBeenCalled();

  expectPage({ target: named("/inventory/v1.2") });
  expect(load).toHaveBeenCalledOnce();
});
