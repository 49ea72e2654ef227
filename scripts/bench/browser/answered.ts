import type { Page } from "playwright-core";

interface Deed {
  /** The operator's last touch of the page, by the page's clock. */
  touchedAt: number;
  /** What the list said before it. */
  before: string;
  isDone: boolean;
}
type Watched = typeof globalThis & { deed?: Deed };

/** Runs in the page: notes when the operator touches it. */
const noteTouches = () => {
  const note = (event: Event) => {
    const { deed } = globalThis as Watched;
    if (deed && event.isTrusted) deed.touchedAt = event.timeStamp;
  };
  for (const name of ["input", "click", "keydown"]) addEventListener(name, note, { capture: true });
};

/** Before the page is opened. */
export const watchTouches = (page: Page): Promise<unknown> => page.addInitScript(noteTouches);

/**
 * From the operator's last touch in `deed` until the frame in which the list says something else, whole and no
 * skeleton, has been painted; in milliseconds. Its first row or its count must become another one.
 */
export const answeredIn = async (page: Page, deed: () => Promise<unknown>): Promise<number> => {
  const answer = await page.evaluateHandle(() => {
    const says = () => {
      const first = document.querySelector<HTMLElement>("tbody tr.row")?.dataset.row ?? "";
      return `${first} ${document.querySelector(".table-foot [role=status]")?.textContent}`;
    };
    const current: Deed = { touchedAt: performance.now(), before: says(), isDone: false };
    (globalThis as Watched).deed = current;
    const givenUpAt = performance.now() + 20_000;
    const answered = new Promise<number>((resolve, reject) => {
      let since: { touchedAt: number; at: number } | null = null;
      const look = () => {
        const isWhole =
          document.querySelector(".table .bone") === null && document.querySelector(".table-foot") !== null;
        if (!isWhole || says() === current.before) since = null;
        else if (since?.touchedAt !== current.touchedAt) {
          const { touchedAt } = current;
          since = { touchedAt, at: Number.POSITIVE_INFINITY };
          const mine = since;
          // A task after this frame: it has been painted.
          setTimeout(() => {
            mine.at = performance.now();
          });
        }
        if (current.isDone && since && Number.isFinite(since.at)) resolve(since.at - since.touchedAt);
        else if (performance.now() > givenUpAt) reject(new Error("the list did not answer within 20 s"));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    return { answered };
  });
  await deed();
  return page.evaluate(async (of) => {
    const { deed } = globalThis as Watched;
    if (deed) deed.isDone = true;
    return of.answered;
  }, answer);
};
