/** What a page knows about something it loads. `data` stays while it loads again and when that fails. */
export type Load<T> =
  | { state: "loading"; data?: T }
  | { state: "ready"; data: T }
  | { state: "failed"; error: string; data?: T };

export const loading: Load<never> = { state: "loading" };
