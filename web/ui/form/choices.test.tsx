import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { showPage } from "../../testing/screen.tsx";
import { Dialog } from "../Dialog.tsx";
import { MultiSelectField } from "./MultiSelectField.tsx";
import { SelectField } from "./SelectField.tsx";

const brands = ["Amber Ale", "Birch Cola", "Citrus Fizz"].map((label) => ({ value: label, label }));

function One() {
  const [brand, setBrand] = useState<string | null>("Birch Cola");
  return <SelectField id="brand" name="brand" label="Brand" value={brand} onChange={setBrand} options={brands} />;
}
function Many() {
  const [chosen, setChosen] = useState<string[]>([]);
  const summary = (count: number) => `${count} brands`;
  return (
    <MultiSelectField
      id="brands"
      name="brands"
      label="Brand"
      value={chosen}
      onChange={setChosen}
      options={brands}
      summary={summary}
    />
  );
}

const field = () => screen.getByRole("combobox", { name: "Brand" });
const list = () => screen.queryByRole("listbox", { name: "Brand", hidden: true });
const show = async (page: React.ReactNode) => {
  const shown = showPage(
    <>
      {page}
      <p>Elsewhere</p>
    </>,
  );
  field().focus();
  await shown.user.keyboard("{ArrowDown}");
  await waitFor(() => expect(list()).toBeTruthy());
  return shown;
};

it.each([
  ["one of several", <One key="one" />],
  ["several of many", <Many key="many" />],
])("a click elsewhere closes the list of %s", async (_, page) => {
  const { user } = await show(page);
  // PrimeReact listens for clicks elsewhere once the list has stopped moving: no event shows when.
  await waitFor(async () => {
    await user.click(screen.getByText("Elsewhere"));
    expect(list()).toBeNull();
  });
});

it.each([
  ["one of several", <One key="one" />],
  ["several of many", <Many key="many" />],
])(
  "Escape in the list of %s closes the list, not the dialog round it, and the field has the focus",
  async (_, page) => {
    const onClose = vi.fn();
    const onEscape = vi.fn();
    const { user } = await show(
      // biome-ignore lint/a11y/noStaticElementInteractions: it stands for whatever listens for Escape round the field.
      <div onKeyDown={(event) => event.key === "Escape" && onEscape()}>
        <Dialog title="Add brand" onClose={onClose}>
          {page}
        </Dialog>
      </div>,
    );
    await user.keyboard("{Escape}");
    await waitFor(() => expect(list()).toBeNull());
    expect(onEscape).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field());
  },
);
