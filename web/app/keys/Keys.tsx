import { type ComponentType, lazy, Suspense, useCallback, useState } from "react";
import { useKeys } from "./use-keys.ts";

const KeysDialog = lazy<ComponentType<{ onClose: () => void }>>(() =>
  import("./KeysDialog.tsx").catch(() => ({ default: () => null })),
);

/** The keys of the console, and the list of them behind `?`. */
export function Keys() {
  const [isShown, setShown] = useState(false);
  useKeys(useCallback(() => setShown(true), []));
  return isShown ? (
    <Suspense fallback={null}>
      <KeysDialog onClose={() => setShown(false)} />
    </Suspense>
  ) : null;
}
