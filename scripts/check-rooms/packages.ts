import type { Problem } from "./problem.ts";
import { type ImportTarget, resolveImport } from "./resolve.ts";
import { isForTests, isRuntime, roomOf } from "./rooms.ts";
import type { Import } from "./source.ts";
import type { Packages, Tree } from "./tree.ts";

/** Stores and HTTP are the gateway's: the broker is handed ports instead. */
const notInBroker = /^(mongodb|ioredis|bullmq|fastify|@fastify\/.*|socket\.io)$/;

/** What only builds, tests or runs the house has no business in the client. */
const notInWeb = /^(vite|vitest|esbuild|tsx|typescript|mqtt|mqtt-packet|playwright-core|supertest|jsdom|pino-pretty)$/;

/** Jotai is pinned to one major: one file is changed when it moves on. */
const onlyJotaiDoor = "web/state/jotai.ts";

/** PrimeReact draws nothing by itself: a control taken past its part of web/ui would stand bare. */
const onlyPrimeRoom = "web/ui/";

/** Which packages and which of Node's modules each room may use. */
export const findForbiddenPackages = (tree: Tree): Problem[] =>
  tree.sources.flatMap(({ path, imports }) =>
    imports.flatMap((found) => {
      const complaint = complaintAbout(path, found, resolveImport(path, found.specifier), tree.packages);
      return complaint ? [{ path, line: found.line, text: complaint }] : [];
    }),
  );

const complaintAbout = (path: string, { kind }: Import, target: ImportTarget, packages: Packages): string | null => {
  if (target.kind === "file") return null;
  const room = roomOf(path);
  const free = isForTests(path) || room === "yard";
  if (target.kind === "package" && !packages.production.has(target.name) && !packages.development.has(target.name)) {
    return `imports ${target.name}, which package.json does not name`;
  }
  if (free) return null;
  if (room === "shared" && !isRuntime(path) && target.name !== "zod") {
    return `imports ${target.name}: shared outside runtime may import only zod`;
  }
  if (room === "web") return inWeb(path, target, packages);
  if (target.kind === "node") return null;
  if (room === "broker" && notInBroker.test(target.name)) {
    return `imports ${target.name}: broker speaks MQTT only and is handed the rest`;
  }
  // A production install leaves the development packages out; types are gone by then.
  if (kind !== "type" && !packages.production.has(target.name)) {
    return `imports ${target.name}, which is not installed in production (devDependencies)`;
  }
  return null;
};

const inWeb = (path: string, target: Exclude<ImportTarget, { kind: "file" }>, packages: Packages): string | null => {
  if (target.kind === "node") return `imports ${target.name}: web runs in a browser`;
  if (target.name === "jotai" && path !== onlyJotaiDoor) return `imports jotai: only ${onlyJotaiDoor} does`;
  if (target.name === "primereact" && !path.startsWith(onlyPrimeRoom))
    return `imports primereact: only the parts in ${onlyPrimeRoom} do, which give its controls their looks`;
  // Vite bundles the client, so its libraries are development packages; what is left for production is the servers'.
  const serverPackage = packages.production.has(target.name) && target.name !== "zod";
  if (serverPackage || notInWeb.test(target.name)) return `imports ${target.name}: web may not use server packages`;
  return null;
};
