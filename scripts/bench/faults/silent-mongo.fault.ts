import { silentFault } from "./silent.ts";

export const fault = silentFault("mongo", { "every connection": "" });
