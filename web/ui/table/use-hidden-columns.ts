import { useState } from "react";
import { readSetting, type Setting, writeSetting } from "../../state/settings.ts";
import { useIsPhone, useMedia } from "../use-media.ts";
import { type Column, narrowWindow } from "./column.ts";

const readIds = (setting: Setting): string[] | undefined =>
  readSetting(setting)
    ?.split(",")
    .filter((id) => id !== "");

/** Which columns an operator has hidden in this table, kept in this browser; of narrow windows apart from wide ones. */
export function useHiddenColumns<Row>(
  table: string,
  columns: readonly Column<Row>[],
): [hidden: readonly string[], setHidden: (ids: readonly string[]) => void] {
  const isNarrow = useMedia(narrowWindow);
  const isPhone = useIsPhone();
  const setting: Setting = isNarrow ? `columns:${table}:narrow` : `columns:${table}`;
  const [chosen, setChosen] = useState<Partial<Record<Setting, readonly string[] | null>>>({});
  // A phone's card shows what it has a place for: it offers no choice of columns.
  const isWide = ({ wide, onPhone }: Column<Row>) => wide && isNarrow && !(isPhone && onPhone);
  const byDefault = columns.filter((column) => column.hidden || isWide(column)).map((column) => column.id);
  const set = (ids: readonly string[]) => {
    const isDefault = ids.length === byDefault.length && ids.every((id) => byDefault.includes(id));
    setChosen({ ...chosen, [setting]: isDefault ? null : ids });
    writeSetting(setting, isDefault ? null : ids.join(","));
  };
  const saved = setting in chosen ? chosen[setting] : readIds(setting);
  return [saved ?? byDefault, set];
}
