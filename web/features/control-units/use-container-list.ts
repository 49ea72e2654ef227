import { useMemo, useState } from "react";
import type { Labels } from "./control-units.atoms.ts";

const itemsOf = (text: string): string[] => text.split(",").filter((item) => item !== "");

const noneTyped = { typed: "", isAll: false };

/**
 * The containers for every panel: typed, toggled, or all, out of order or not: a technician tests exactly those. Another
 * machine begins with none.
 */
export function useContainerList({ all }: Labels, machine: string | null) {
  const [kept, keep] = useState({ ...noneTyped, machine });
  const { typed, isAll } = kept.machine === machine ? kept : noneTyped;
  const text = isAll ? all.join(",") : typed;
  const picked = useMemo(() => new Set(itemsOf(text.trim())), [text]);

  const setTyped = (next: string) => keep({ typed: next, isAll, machine });
  const toggle = (label: string) => {
    const items = itemsOf(typed.trim());
    setTyped((items.includes(label) ? items.filter((item) => item !== label) : [...items, label]).join(","));
  };
  return {
    text,
    isAll,
    all: isAll ? all : null,
    picked,
    setTyped,
    setAll: (next: boolean) => keep({ typed, isAll: next, machine }),
    toggle,
  };
}
export type ContainerList = ReturnType<typeof useContainerList>;
