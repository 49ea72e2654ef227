import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { BrandEntry, ProductProfile } from "#shared/profiles/profile.schema.ts";
import { live } from "../../live/socket.ts";
import { atom, store, useAtom } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { ManageProfile } from "./ManageProfile.tsx";

const block = { active: true, discountPrice: 36, minPurchase: 1, maxPurchase: 4, incrementBy: 1 };
const entryOf = (brand: string, place: number): BrandEntry => ({
  _id: String(place).padStart(24, "0"),
  product: String(place).padStart(24, "a"),
  brand,
  productType: "product",
  price: 40,
  bundle: { ...block, priority: place },
  unit: { ...block, priority: place },
});
const names = ["Cola", "Lime", "Mango", "Guava", "Grape", "Lychee", "Ginger", "Water"];
const profile: ProductProfile = {
  _id: "f".repeat(24),
  name: "Metro",
  gst: 18,
  cansLimit: 0,
  deposit: false,
  depositCount: 0,
  brands: names.map((name, at) => entryOf(name, at + 1)),
  rev: 3,
};

beforeEach(() => {
  store.set(tokenAtom, "t");
  playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  vi.stubGlobal("fetch", async () => Response.json({ success: true, products: [], asOf: "0".repeat(16) }));
});

it("a brand in which something is typed stays while another one is looked for", async () => {
  const { user } = showPage(<ManageProfile record={profile} onKnown={vi.fn()} />, { store });
  const cardOf = (name: string) => screen.queryByRole("form", { name });
  const [price] = screen.getAllByLabelText<HTMLInputElement>("Price");
  await user.clear(price as HTMLInputElement);
  await user.type(price as HTMLInputElement, "55");

  await user.type(screen.getByLabelText("Find a brand"), "Mango{Enter}");
  await waitFor(() => expect(cardOf("Lime")).toBeNull());
  expect([cardOf("Mango"), cardOf("Cola")].includes(null)).toBe(false);
  expect(screen.getAllByLabelText<HTMLInputElement>("Price")[0]?.value).toBe("55");

  // Typed back to what is stored it is as it was, and the field in which somebody types stays.
  const typed = screen.getAllByLabelText<HTMLInputElement>("Price")[0] as HTMLInputElement;
  await user.clear(typed);
  await user.type(typed, "40");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(document.activeElement).toBe(typed);

  const find = screen.getByLabelText("Find a brand");
  await user.clear(find);
  await user.type(find, "Lime{Enter}");
  await waitFor(() => expect([cardOf("Cola"), cardOf("Mango")]).toEqual([null, null]));
});

const recordAtom = atom(profile);
function Present() {
  const [record, setRecord] = useAtom(recordAtom);
  return <ManageProfile record={record} onKnown={setRecord} />;
}
it("once somebody has chosen theirs the focus is at the brand's card, whose buttons are gone", async () => {
  const [cola, ...others] = profile.brands as [BrandEntry, ...BrandEntry[]];
  const theirs = { ...profile, brands: [{ ...cola, price: 45 }, ...others], rev: 4 };
  vi.stubGlobal("fetch", async (_url: string, { method }: RequestInit) => {
    if (method === "GET") return Response.json({ success: true, products: [], asOf: "0".repeat(16) });
    const refusal = { success: false, code: "stale", error: "It was changed", productProfile: theirs };
    return Response.json(refusal, { status: 409 });
  });
  store.set(recordAtom, profile);
  const { user } = showPage(<Present />, { store });
  await user.type(screen.getAllByLabelText("Price")[0] as HTMLElement, "5");
  await user.click(screen.getByRole("button", { name: "Save" }));

  await user.click(await screen.findByRole("button", { name: "Take theirs" }));

  expect(screen.getAllByLabelText<HTMLInputElement>("Price")[0]?.value).toBe("45");
  expect(document.activeElement).toBe(screen.getByRole("form", { name: "Cola" }));
});

it("where a part of a save is refused the focus stays at Save, which can be pressed again", async () => {
  const [cola, ...others] = profile.brands as [BrandEntry, ...BrandEntry[]];
  const saved = { ...profile, brands: [{ ...cola, price: 405 }, ...others], rev: 4 };
  const answers = [
    Response.json({ success: true, productProfile: saved }),
    Response.json({ success: false, code: "conflict", error: "This priority is reserved" }, { status: 400 }),
  ];
  vi.stubGlobal("fetch", async (_url: string, { method }: RequestInit) => {
    if (method === "GET") return Response.json({ success: true, products: [], asOf: "0".repeat(16) });
    return answers.shift();
  });
  store.set(recordAtom, profile);
  const { user } = showPage(<Present />, { store });
  await user.type(screen.getAllByLabelText("Price")[0] as HTMLElement, "5");
  await user.type(screen.getAllByLabelText("Bundle Priority")[0] as HTMLElement, "1");

  await user.click(screen.getByRole("button", { name: "Save" }));

  await screen.findByText("This priority is reserved");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
});
