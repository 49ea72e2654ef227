import { useState } from "react";
import { showFailureAtom } from "../state/failures.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";

/**
 * A button's action while it is being done: `doing` names it until it ended, however it ended. An action that throws
 * shows an alert, and returns undefined.
 */
export function useAction<Name extends string>() {
  const [doing, setDoing] = useState<Name | null>(null);
  const showFailure = useSetAtom(showFailureAtom);
  const during = async <T>(name: Name, action: () => Promise<T>): Promise<T | undefined> => {
    setDoing(name);
    try {
      return await action();
    } catch (error) {
      showFailure(error);
      return undefined;
    } finally {
      setDoing(null);
    }
  };
  return { doing, during };
}
