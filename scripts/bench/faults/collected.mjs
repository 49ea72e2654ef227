// Preloaded into a process of an experiment (node --import): SIGUSR2 makes it collect its garbage, so that memory in
// use afterwards is really in use.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => collect());
