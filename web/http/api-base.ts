/** The one place that knows where the API stands. */
export const apiBase = "/api/v1.2";
