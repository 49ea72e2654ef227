import { useEffect } from "react";
import { useSetAtom } from "../state/jotai.ts";
import { pageNameAtom } from "../state/nav.atoms.ts";

/** What the page on the screen is called: the end of the trail, and the browser's tab. */
export function usePageName(name: string): void {
  const setName = useSetAtom(pageNameAtom);
  useEffect(() => {
    setName(name);
    return () => setName(null);
  }, [name, setName]);
}
