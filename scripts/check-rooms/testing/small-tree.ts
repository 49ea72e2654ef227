import { checkTree } from "../check.ts";
import { createTree } from "../tree.ts";

export const manifest = JSON.stringify({
  dependencies: { zod: "4", mongodb: "7", fastify: "5", aedes: "1" },
  devDependencies: { react: "19", jotai: "2", primereact: "10", vitest: "4", mqtt: "5" },
});

/** What is said about a small repository: files by path, `package.json` given. */
export const saidAbout = (files: Record<string, string>): string[] =>
  checkTree(createTree(Object.entries({ "package.json": manifest, ...files }))).problems.map(
    ({ path, line, text }) => `${path}:${line} ${text}`,
  );

/** A tree in which `from` imports `to`, and `to` exists. */
export const door = (from: string, to: string, how = spelled(from, to)) =>
  saidAbout({ [to]: "export type A = 1; export const a = 1;", [from]: how });

export const spelled = (from: string, to: string) =>
  to.startsWith("shared/") && !from.startsWith("shared/")
    ? `import { a } from "#${to}";`
    : `import { a } from "${"../".repeat(from.split("/").length - 1) || "./"}${to}";`;
