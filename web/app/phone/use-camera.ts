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
  /** Null where the camera has no light. */
  torch: { isOn: boolean; toggle: () => void } | null;
} {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onRead);
  latest.current = onRead;
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [isOn, setOn] = useState(false);
  const [whyNone, setWhyNone] = useState(hasNoCameraHere);
  useEffect(() => {
    const element = video.current;
    if (!element || hasNoCameraHere() !== null) return;
    const shown = new AbortController();
    const look = async () => {
      while (!shown.signal.aborted) if (!(await latest.current(await scan(element, shown.signal, setTrack)))) return;
    };
    look().catch((error: unknown) => {
      if (!shown.signal.aborted) setWhyNone(whyNoCamera(error));
    });
    return () => shown.abort();
  }, []);
  // No browser's types know it yet.
  const hasTorch = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
  const toggle = () => {
    const torch = { advanced: [{ torch: !isOn } as MediaTrackConstraintSet] };
    // A light that cannot be switched stays as it is.
    track?.applyConstraints(torch).then(
      () => setOn(!isOn),
      () => undefined,
    );
  };
  return { video, whyNone, torch: hasTorch ? { isOn, toggle } : null };
}
