interface Document {
  info: object;
  paths?: Record<string, unknown>;
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

/** Of the whole document the calls of the customers' app, complete in themselves. */
export const intakePart = (whole: object): object => {
  const document = whole as Document;
  const ofIntake = ([, methods]: [string, unknown]) =>
    Object.values(methods as Record<string, { tags?: string[] }>).some(({ tags }) => tags?.includes(tag));
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).filter(ofIntake));
  const schemas = document.components?.schemas ?? {};
  const used = schemasOf(paths, schemas);
  const { apiKey } = document.components?.securitySchemes ?? {};
  return {
    ...document,
    info: { ...document.info, title: "Cansole intake", description: "What the customers' app calls." },
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
      securitySchemes: { apiKey },
    },
  };
};
