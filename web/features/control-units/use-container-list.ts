import { useMemo, useState } from "react";
import type { Labels } from "./control-units.atoms.ts";

const itemsOf = (text: string): string[] => text.split(",").filter((item) => item !== "");

/** The containers of one panel: typed, toggled, or all, out of order or not: a technician tests exactly those. */
export function useContainerList({ all }: Labels) {
  const [typed, setTyped] = useState("");
  const [isAll, setAll] = useState(false);
  const text = isAll ? all.join(",") : typed;
  const picked = useMemo(() => new Set(itemsOf(text.trim())), [text]);

  const toggle = (label: string) => {
    const items = itemsOf(typed.trim());
    setTyped((items.includes(label) ? items.filter((item) => item !== label) : [...items, label]).join(","));
  };
  return { text, isAll, all: isAll ? all : null, picked, setTyped, setAll, toggle };
}
export type ContainerList = ReturnType<typeof useContainerList>;
