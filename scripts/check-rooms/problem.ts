/** One broken rule at one place, in one line. */
export type Problem = { path: string; line: number; text: string };
