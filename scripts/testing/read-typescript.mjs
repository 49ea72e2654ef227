import { register } from "tsx/esm/api";

// Vitest loads this before each file, and a worker has many.
const registered = Symbol.for("cansole.test.typescript");
if (!globalThis[registered]) register();
globalThis[registered] = true;
