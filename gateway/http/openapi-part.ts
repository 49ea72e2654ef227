interface Document {
  info: object;
  paths?: Record<string, unknown>;
  webhooks?: Record<string, unknown>;
  components?: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> };
}

const tag = "intake";

/** What is referred to, and what that refers to. */
const schemasOf = (part: unknown, all: Record<string, unknown>, found = new Set<string>()): Set<string> => {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name) || !(name in all)) continue;
    found.add(name);
    schemasOf(all[name], all, found);
  }
  return found;
};

/** Without the schemas that no call and no event refers to. */
export const withoutUnused = <D extends object>(whole: D): D => {
  const { paths, webhooks, components, ...rest } = whole as Document;
  const all = components?.schemas ?? {};
  const used = schemasOf({ paths, webhooks }, all);
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return { ...rest, paths, webhooks, components: { ...components, schemas } } as D;
};

/**
 * The part of the document for the customers' app: its calls, the events that it may get, and every schema they refer
 * to.
 */
export const intakePart = (whole: object): object => {
  const document = whole as Document;
  const ofIntake = ([, methods]: [string, unknown]) =>
    Object.values(methods as Record<string, { tags?: string[] }>).some(({ tags }) => tags?.includes(tag));
  const { apiKey } = document.components?.securitySchemes ?? {};
  return withoutUnused({
    ...document,
    info: { ...document.info, title: "Cansole intake", description: "What the customers' app calls." },
    paths: Object.fromEntries(Object.entries(document.paths ?? {}).filter(ofIntake)),
    components: { ...document.components, securitySchemes: { apiKey } },
  });
};
