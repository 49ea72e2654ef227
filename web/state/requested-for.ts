/** The page that was requested before signing in, from the login route's state; Home when there was none. */
export function requestedFor(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? from : "/";
}
