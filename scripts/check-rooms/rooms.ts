/** `yard` is whatever starts, builds, measures or tests the house from outside: scripts and root configuration. */
export type CodeRoom = "shared" | "gateway" | "broker" | "workers" | "migrations" | "web" | "yard";

const rooms: ReadonlySet<string> = new Set(["shared", "gateway", "broker", "workers", "web"]);

const isRoom = (name: string): name is CodeRoom => rooms.has(name);

export const roomOf = (path: string): CodeRoom => {
  const [first = "", second] = path.split("/");
  // Its command opens the launcher, as the other commands do.
  if (first === "scripts" && second === "migrate") return path === "scripts/migrate/run.ts" ? "yard" : "migrations";
  // Vite's configuration lies in the web room but runs in Node, as the other configurations do.
  return isRoom(first) && path !== "web/vite.config.ts" ? first : "yard";
};

/** The half of `shared` that is for Node only: drivers, configuration, start and stop. */
export const isRuntime = (path: string): boolean => path.startsWith("shared/runtime/");

/** Tests and what only tests use. They may look behind the doors inside their room, and nothing else may import them. */
export const isForTests = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.split("/").includes("testing");
