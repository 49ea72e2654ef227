import { useEffect, useId } from "react";
import { useSetAtom } from "../../state/jotai.ts";
import { setUnsavedAtom } from "../../state/unsaved.atoms.ts";

/** What is typed outside of `useForm`: named by `label` in the question before it is left, while it is not saved. */
export function useUnsaved(label: string, isUnsaved: boolean): void {
  const id = useId();
  const setUnsaved = useSetAtom(setUnsavedAtom);
  useEffect(() => {
    setUnsaved(id, isUnsaved ? [label] : []);
    return () => setUnsaved(id, []);
  }, [id, isUnsaved, label, setUnsaved]);
}
