import { useCallback, useEffect, useRef } from "react";

/** Whether this part of the page still stands: once it was left, a late answer must not lead its operator anywhere. */
export function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
