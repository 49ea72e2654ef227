import { useState } from "react";
import { tellFailureAtom } from "../state/failures.atoms.ts";
import { useSetAtom } from "../state/jotai.ts";

/**
 * A button's deed while it is being done: `doing` names it until it ended, however it ended. A deed that throws is told
 * as an alert, and answers undefined.
 */
export function useDeed<Name extends string>() {
  const [doing, setDoing] = useState<Name | null>(null);
  const tellFailure = useSetAtom(tellFailureAtom);
  const during = async <T>(name: Name, deed: () => Promise<T>): Promise<T | undefined> => {
    setDoing(name);
    try {
      return await deed();
    } catch (error) {
      tellFailure(error);
      return undefined;
    } finally {
      setDoing(null);
    }
  };
  return { doing, during };
}
