/** What the page's first script has requested, before any of this code was here (scripts/build/pages-ahead.ts). */
interface Prefetched {
  /** Whose answers they are. */
  token: string;
  answers: Map<string, Promise<Response>>;
}

/** Later than this the first page of the visit sends no more requests; what is left is old. */
const goodForMs = 30_000;

const held = (token: string | null): Prefetched["answers"] | undefined => {
  const { prefetched } = globalThis as { prefetched?: Prefetched };
  if (!prefetched || prefetched.token !== token || performance.now() > goodForMs) return undefined;
  return prefetched.answers;
};

export const isPrefetched = (url: string, token: string | null): boolean => held(token)?.has(url) ?? false;

/** The prefetched answer, once: a second request is sent anew. */
export const takePrefetched = (url: string, token: string | null): Promise<Response> | undefined => {
  const answers = held(token);
  const answer = answers?.get(url);
  answers?.delete(url);
  return answer;
};

/** A fetch that is already under way cannot be aborted: its waiting can. */
export const until = (signal: AbortSignal, answer: Promise<Response>): Promise<Response> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    answer.then(resolve, reject);
  });
