import { silentFault } from "./silent.ts";

const cases = { "every connection": "", "subscribers alone": "subscribe", "blocked workers alone": "bzpopmin" };
export const fault = silentFault("redis", cases);
