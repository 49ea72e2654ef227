import { readdirSync } from "node:fs";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";

const shared = new URL("../../shared/", import.meta.url);

/** Every call that is declared beside an entity, by its name: none is declared and forgotten. */
export const declaredEndpoints = async (): Promise<[name: string, endpoint: AnyEndpoint][]> => {
  const files = readdirSync(shared, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".api.ts"));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, shared).href) as Promise<Record<string, object>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).filter((one): one is [string, AnyEndpoint] => "method" in one[1] && "path" in one[1]),
  );
};
