/** What a page knows about something it loads. `data` stays while it loads again and when that fails. */
export type Load<T> =
  | { state: "loading"; data?: T }
  | { state: "ready"; data: T }
  | { state: "failed"; error: string; data?: T };

export const loading: Load<never> = { state: "loading" };

/** The same state of loading with something made of its data. */
export function mapLoad<From, To>(load: Load<From>, make: (data: From) => To): Load<To> {
  if (load.data === undefined) return load.state === "failed" ? { state: "failed", error: load.error } : loading;
  return { ...load, data: make(load.data) };
}
