import { useRef } from "react";

/** Whether it is so, or was at an earlier drawing: what was drawn once stays, unseen, with what is half done in it. */
export function useEver(isSo: boolean): boolean {
  const was = useRef(false);
  was.current ||= isSo;
  return was.current;
}
