import { useCallback, useState } from "react";
import { later, Nothing } from "../../ui/later.tsx";
import { useKeys } from "./use-keys.ts";

const KeysDialog = later(() => import("./KeysDialog.tsx"), Nothing);

/** The keys of the console, and the list of them behind `?`. */
export function Keys() {
  const [isShown, setShown] = useState(false);
  useKeys(useCallback(() => setShown(true), []));
  return isShown && <KeysDialog onClose={() => setShown(false)} />;
}
