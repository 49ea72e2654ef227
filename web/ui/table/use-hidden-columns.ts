import { useState } from "react";
import { readSetting, writeSetting } from "../../state/settings.ts";
import { useMedia } from "../use-media.ts";
import { type Column, narrowWindow } from "./column.ts";

/** Which columns an operator has hidden in this table, kept in this browser. */
export function useHiddenColumns<Row>(
  table: string,
  columns: readonly Column<Row>[],
): [hidden: readonly string[], setHidden: (ids: readonly string[]) => void] {
  const [chosen, setChosen] = useState<readonly string[] | null>(() => {
    const saved = readSetting(`columns:${table}`);
    return saved === null ? null : saved.split(",").filter((id) => id !== "");
  });
  const isNarrow = useMedia(narrowWindow);
  const byDefault = columns.filter(({ hidden, wide }) => hidden || (wide && isNarrow)).map((column) => column.id);
  const set = (ids: readonly string[]) => {
    setChosen(ids);
    const isDefault = ids.length === byDefault.length && ids.every((id) => byDefault.includes(id));
    writeSetting(`columns:${table}`, isDefault ? null : ids.join(","));
  };
  return [chosen ?? byDefault, set];
}
