import type { CDPSession, Page } from "playwright-core";

export interface Frames {
  /** From one frame to the next, in milliseconds. */
  deltas: number[];
  /** How long each task took that kept the page busy for more than 50 ms. */
  longTasks: number[];
}

interface Recorder {
  deltas: number[];
  longTasks: number[];
  stop(): void;
}
type Recording = typeof globalThis & { recorder?: Recorder };

/** Notes every frame of the page, and every long task, while `scroll` goes on. */
export const recordFrames = async (page: Page, scroll: () => Promise<unknown>): Promise<Frames> => {
  await page.evaluate(() => {
    const recorder: Recorder = { deltas: [], longTasks: [], stop: () => undefined };
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) recorder.longTasks.push(duration);
    });
    watch.observe({ type: "longtask" });
    let last: number | null = null;
    let asked = 0;
    const frame = (at: number) => {
      if (last !== null) recorder.deltas.push(at - last);
      last = at;
      asked = requestAnimationFrame(frame);
    };
    asked = requestAnimationFrame(frame);
    recorder.stop = () => {
      cancelAnimationFrame(asked);
      watch.disconnect();
    };
    (globalThis as Recording).recorder = recorder;
  });
  await scroll();
  return page.evaluate(() => {
    const { recorder } = globalThis as Recording;
    recorder?.stop();
    return { deltas: recorder?.deltas ?? [], longTasks: recorder?.longTasks ?? [] };
  });
};

interface Gesture {
  right?: number;
  down?: number;
  pixelsPerSecond: number;
}

/** A scroll as a wheel or touchpad does it: the browser moves what stands under the pointer. */
export const gesture = (line: CDPSession, { right = 0, down = 0, pixelsPerSecond }: Gesture): Promise<unknown> =>
  line.send("Input.synthesizeScrollGesture", {
    x: 700,
    y: 560,
    xDistance: -right,
    yDistance: -down,
    speed: pixelsPerSecond,
    gestureSourceType: "mouse",
  });

/** The scroll bar is drawn from top to bottom in so many frames: in each there is something else to see. */
export const dragScrollBar = (page: Page, selector: string, frames: number): Promise<void> =>
  page.evaluate(
    ([of, steps]) =>
      new Promise<void>((resolve) => {
        const scroller = document.querySelector(of);
        if (!scroller) throw new Error(`nothing is ${of}`);
        let step = 0;
        const next = () => {
          step += 1;
          scroller.scrollTop = (step / steps) * (scroller.scrollHeight - scroller.clientHeight);
          if (step < steps) requestAnimationFrame(next);
          else resolve();
        };
        requestAnimationFrame(next);
      }),
    [selector, frames] as const,
  );
