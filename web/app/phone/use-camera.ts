import { type RefObject, useEffect, useRef, useState } from "react";
import { hasNoCameraHere, scan, whyNoCamera } from "./scan.ts";

/**
 * The camera in a `<video>` for as long as it is shown; `onRead` receives each code that it reads, and returns whether
 * to continue.
 */
export function useCamera(onRead: (text: string) => Promise<boolean>): {
  video: RefObject<HTMLVideoElement | null>;
  /** Why there is none; null while there is, or may be. */
  whyNone: string | null;
} {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onRead);
  latest.current = onRead;
  const [whyNone, setWhyNone] = useState(hasNoCameraHere);
  useEffect(() => {
    const element = video.current;
    if (!element || hasNoCameraHere() !== null) return;
    const shown = new AbortController();
    const look = async () => {
      while (!shown.signal.aborted) if (!(await latest.current(await scan(element, shown.signal)))) return;
    };
    look().catch((error: unknown) => {
      if (!shown.signal.aborted) setWhyNone(whyNoCamera(error));
    });
    return () => shown.abort();
  }, []);
  return { video, whyNone };
}
