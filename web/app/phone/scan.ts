interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
/** What some browsers have of their own (Chrome on Android and macOS). */
declare const BarcodeDetector:
  | { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }
  | undefined;

/** Reads the code that the camera sees in this frame; null where there is none. */
type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>;

const betweenFramesMs = 80;
/** Wide enough for a code that fills a quarter of the picture; more costs time alone. */
const widestFrame = 640;

const ownReader = async (): Promise<ReadFrame | null> => {
  if (typeof BarcodeDetector === "undefined") return null;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
};

const libraryReader = async (): Promise<ReadFrame> => {
  const { default: decode } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, widestFrame / (video.videoWidth || 1));
    const [width, height] = [Math.floor(video.videoWidth * scale), Math.floor(video.videoHeight * scale)];
    if (!context || width === 0) return null;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decode(context.getImageData(0, 0, width, height));
    } catch {
      return null;
    }
  };
};

/** Why there is no picture, as the sheet says it. */
export const whyNoCamera = (error: unknown): string => {
  const { name } = error instanceof Error ? error : { name: "" };
  if (name === "NotAllowedError") return "The camera is not allowed: type the id printed on the machine";
  if (name === "NotFoundError") return "This device has no camera: type the id printed on the machine";
  return "The camera cannot be used: type the id printed on the machine";
};

/** Over plain http no browser hands out a camera. */
export const hasNoCameraHere = (): string | null =>
  navigator.mediaDevices === undefined ? "The camera needs https: type the id printed on the machine" : null;

/**
 * Shows the camera in `video` and answers the first code that it sees; rejects without a camera, or once aborted.
 * `onTrack` receives the camera for as long as it is on, then null.
 */
export const scan = async (
  video: HTMLVideoElement,
  signal: AbortSignal,
  onTrack: (track: MediaStreamTrack | null) => void,
): Promise<string> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 } },
  });
  try {
    signal.throwIfAborted();
    onTrack(stream.getVideoTracks()[0] ?? null);
    video.srcObject = stream;
    await video.play();
    const read = (await ownReader()) ?? (await libraryReader());
    for (;;) {
      signal.throwIfAborted();
      const text = await read(video);
      if (text !== null) return text;
      await new Promise((next) => setTimeout(next, betweenFramesMs));
    }
  } finally {
    onTrack(null);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
};
