export type Case = [path: string, code: string, why?: string];
const lines = (count: number) => "\n".repeat(count);
const door = (from: string, to: string, why?: string): Case => [from, `import "${spelled(from, to)}";`, why];
const spelled = (from: string, to: string) =>
  to.startsWith("shared/") && !from.startsWith("shared/")
    ? `#${to}`
    : `${"../".repeat(from.split("/").length - 1) || "./"}${to}`;
const typeDoor = (from: string, to: string): Case => [from, `import type { A } from "${spelled(from, to)}";`];

/** One row is one line in a file: what may be imported has no reason why not. */
const doors: Case[] = [
  door("web/ui/Table.tsx", "shared/orders/order.schema.ts"),
  door("broker/broker.ts", "shared/events/machine-topics.ts"),
  door("gateway/http/health.ts", "shared/runtime/mongo.ts"),
  door("gateway/start.ts", "broker/broker.ts"),
  door("workers/start.ts", "shared/runtime/queues.ts"),
  door("workers/reports/start.ts", "gateway/exported-lists.ts"),
  door("shared/runtime/mongo.ts", "shared/orders/order.schema.ts"),
  door("shared/orders/order.api.ts", "shared/http/endpoint.ts"),
  door("scripts/integration/app.ts", "gateway/start.ts"),
  door("scripts/bench/live.ts", "workers/start.ts"),
  door("vitest.config.ts", "scripts/services/launch.ts"),
  door("gateway/features/orders/orders.test.ts", "scripts/services/launch.ts"),
  door("gateway/features/orders/orders.test.ts", "scripts/migrate/index-plan.ts"),
  door("gateway/testing/gateway-under-test.ts", "broker/broker.ts"),

  door("web/ui/Table.tsx", "shared/runtime/mongo.ts", "for Node only"),
  door("web/ui/Table.tsx", "shared/orders/list.server.ts", "for Node only"),
  door("web/ui/Table.tsx", "gateway/http/route.ts", "packages meet in shared"),
  door("broker/broker.ts", "shared/runtime/logger.ts", "the broker is handed what it needs"),
  door("broker/broker.ts", "gateway/parts.ts", "packages meet in shared"),
  door("gateway/app.ts", "broker/broker.ts", "only start.ts opens the broker"),
  door("gateway/app.ts", "scripts/migrate/index-plan.ts", "only tests import migrations"),
  door("scripts/launcher/ground.ts", "scripts/migrate/migrate.ts"),
  door("scripts/migrate/run.ts", "scripts/launcher/ground.ts"),
  door("scripts/migrate/migrate.ts", "scripts/launcher/say.ts", "no package imports what starts it"),
  door("gateway/start.ts", "workers/start.ts", "packages meet in shared"),
  door("workers/start.ts", "gateway/parts.ts", "packages meet in shared"),
  door("workers/start.ts", "gateway/exported-lists.ts", "packages meet in shared"),
  door("workers/reports/start.ts", "gateway/limits.ts", "packages meet in shared"),
  door("workers/start.ts", "scripts/seed.ts", "no package imports what starts it"),
  door("shared/orders/order.api.ts", "gateway/parts.ts", "packages meet in shared"),
  door("shared/orders/order.api.ts", "shared/runtime/mongo.ts", "shared is safe in a browser"),
  door("shared/orders/order.api.ts", "shared/orders/list.server.ts", "shared is safe in a browser"),
  door("gateway/app.ts", "gateway/testing/gateway-under-test.ts", "only tests import what is for tests"),
  door("web/app/App.test.tsx", "gateway/app.ts", "packages meet in shared"),
  ["workers/start.ts", `import "../shared/http/paging.ts";`, "relative path: write #shared/http/paging.ts"],
  ["shared/runtime/http.ts", `import "#shared/http/paging.ts";`, "paths are relative there"],
  ["web/ui/Table.tsx", `import "../../gateway/app";`, "gateway/app, which is no file here"],
];

const insideGateway: Case[] = [
  door("gateway/main.ts", "gateway/start.ts"),
  door("gateway/app.ts", "gateway/features/orders/orders.routes.ts"),
  door("gateway/limits.ts", "gateway/features/orders/orders.limits.ts"),
  door("gateway/limits.ts", "gateway/features/orders/orders.view.ts", "lies above it"),
  door("gateway/features/orders/orders.routes.ts", "gateway/http/route.ts"),
  door("gateway/features/orders/orders.service.ts", "gateway/parts.ts"),
  door("gateway/features/orders/orders.service.ts", "gateway/features/orders/orders.repository.ts"),
  door("gateway/features/orders/orders.view.ts", "gateway/features/users/users.view.ts"),
  door("gateway/push/relay.ts", "gateway/features/orders/orders.view.ts"),
  door("gateway/features/orders/orders.test.ts", "gateway/features/users/users.repository.ts"),
  typeDoor("gateway/features/orders/orders.service.ts", "gateway/features/users/users.service.ts"),
  typeDoor("gateway/machine-link/ingest.ts", "gateway/features/live-status/live-status.service.ts"),
  typeDoor("gateway/parts.ts", "gateway/features/orders/orders.service.ts"),

  door("gateway/features/orders/orders.service.ts", "gateway/features/users/users.service.ts", "only its type"),
  door("gateway/machine-link/ingest.ts", "gateway/features/live-status/live-status.service.ts", "only its type"),
  door("gateway/machine-link/ingest.ts", "gateway/features/orders/orders.view.ts", "only types of services"),
  door("gateway/parts.ts", "gateway/features/orders/orders.service.ts", "lies above it"),
  door("gateway/start.ts", "gateway/main.ts", "lies above it"),
  door("gateway/http/route.ts", "gateway/features/auth/tokens.ts", "lies above it"),
  door("gateway/features/orders/orders.service.ts", "gateway/app.ts", "lies above it"),
  door(
    "gateway/features/orders/orders.service.ts",
    "gateway/features/users/users.repository.ts",
    "another feature's repository",
  ),
  door("gateway/features/orders/orders.service.ts", "gateway/push/socket.ts", "they hear of it"),
  door(
    "gateway/features/orders/orders.service.ts",
    "gateway/machine-link/commands/command-sender.ts",
    "they hear of it",
  ),
  door("gateway/push/relay.ts", "gateway/features/orders/orders.repository.ts", "only the view"),
  door("gateway/push/relay.ts", "gateway/machine-link/presence/heard.ts", "do not know each other"),
];

const insideWeb: Case[] = [
  door("web/main.tsx", "web/app/App.tsx"),
  door("web/app/routes.tsx", "web/features/orders/OrdersPage.tsx"),
  door("web/features/orders/OrdersPage.tsx", "web/ui/Table.tsx"),
  door("web/features/orders/OrdersPage.tsx", "web/app/paths.ts"),
  door("web/features/orders/OrdersPage.tsx", "web/recipes/PagedListPage.tsx"),
  door("web/recipes/PagedListPage.tsx", "web/ui/Table.tsx"),
  door("web/http/call.ts", "web/state/session.atoms.ts"),
  door("web/features/orders/OrdersPage.test.tsx", "web/features/users/UsersPage.tsx"),

  door("web/features/orders/OrdersPage.tsx", "web/features/users/UsersPage.tsx", "features do not import each other"),
  door("web/features/orders/OrdersPage.tsx", "web/app/Guard.tsx", "lies above it"),
  door("web/records/products.atoms.ts", "web/features/products/products.atoms.ts", "lies above it"),
  door("web/live/follow.ts", "web/records/products.atoms.ts", "lies above it"),
  door("web/ui/Table.tsx", "web/features/orders/OrdersPage.tsx", "lies above it"),
  door("web/ui/Table.tsx", "web/recipes/PagedListPage.tsx", "lies above it"),
  door("web/recipes/PagedListPage.tsx", "web/features/orders/OrdersPage.tsx", "lies above it"),
  door("web/state/session.atoms.ts", "web/app/App.tsx", "lies above it"),
];

const uses = (path: string, name: string, why?: string): Case => [path, `import "${name}";`, why];
const packages: Case[] = [
  uses("shared/orders/order.schema.ts", "zod"),
  uses("shared/runtime/mongo.ts", "mongodb"),
  uses("shared/runtime/mongo.ts", "node:fs"),
  uses("broker/broker.ts", "aedes"),
  uses("web/ui/Table.tsx", "react/jsx-runtime"),
  uses("web/state/jotai.ts", "jotai"),
  uses("web/ui/form/SelectField.tsx", "primereact/dropdown"),
  uses("web/vite.config.ts", "node:path"),
  uses("broker/broker.test.ts", "mqtt"),
  ["gateway/start.ts", `import type { A } from "mqtt";`],

  uses("shared/orders/order.schema.ts", "mongodb", "may import only zod"),
  uses("shared/orders/order.schema.ts", "node:crypto", "may import only zod"),
  uses("web/ui/Table.tsx", "node:fs", "Node.js builtin"),
  uses("web/ui/Table.tsx", "mongodb", "packages of the browser"),
  uses("web/ui/Table.tsx", "mqtt", "packages of the browser"),
  uses("web/http/call.ts", "jotai", "only in web/state/jotai.ts"),
  uses("web/ui/Table.tsx", "jotai", "packages of the browser"),
  uses("broker/broker.ts", "mongodb", "broker speaks MQTT only"),
  uses("broker/broker.ts", "fastify", "broker speaks MQTT only"),
  uses("web/features/orders/OrdersPage.tsx", "primereact/dropdown", "only in web/ui"),
  uses("gateway/start.ts", "mqtt", "isn't specified in package.json"),
  uses("scripts/seed.ts", "left-pad", "isn't specified in package.json"),
];

const mongo = "#shared/runtime/mongo.ts";
const seen = (code: string): Case => ["web/app/Seen.tsx", code, "for Node only"];
const waysToImport: Case[] = [
  ...[`import { a1 } from "${mongo}";`, `import "${mongo}";`, `import * as m from "${mongo}";`].map(seen),
  ...[
    `import type { A1 } from "${mongo}";`,
    `const a2 = await import("${mongo}");`,
    `export { a3 } from "${mongo}";`,
  ].map(seen),
  ...[`export type { A4 } from "${mongo}";`, `export * from "${mongo}";`].map(seen),
  seen(`export const p = <p>Don't {import("${mongo}")}</p>;`),
  ["web/app/Seen.tsx", `const a5 = require("${mongo}");`, "noCommonJs"],
  ["web/app/Seen.tsx", `type A6 = import("../../gateway/app.ts").A;`, "packages meet in shared"],
  ["web/app/Seen.tsx", "const a7 = await import(`../../gateway/app.ts`);", "packages meet in shared"],
  ["web/app/Seen.tsx", `// import "../../gateway/app.ts";`],
  ["web/app/Seen.tsx", `const s = "import '../../gateway/app.ts'";`],
  ["web/app/Seen.tsx", `const t = <p>import '../../gateway/app.ts'</p>;`],
  ["web/ui/Broken.tsx", "const b = ;", "parse"],
];

const environment = ["process.env.PORT", `process["env"]`, "globalThis.process.env"].map(
  (code) => `const a = ${code};`,
);
environment.push("const { env } = process;", `import { env } from "node:process";`);
const readers = [
  "gateway/main.ts",
  "workers/reports/main.ts",
  "shared/runtime/config.ts",
  "scripts/start.ts",
  "gateway/app.test.ts",
];
const reads: Case[] = [
  ...environment.flatMap((code): Case[] =>
    readers.map((path) => [path, `{ ${code} }`.replace(/^\{ (import.*) \}$/, "$1")]),
  ),
  ...environment.map((code): Case => ["gateway/app.ts", `{ ${code} }`.replace(/^\{ (import.*) \}$/, "$1"), "env"]),
  ["web/http/call.ts", "const mode = import.meta.env.MODE;"],
  ["web/ui/Mode.tsx", "const mode = import.meta.env.MODE;", "Only web/http"],
];

const tooShort = "noJsRestrictedProperties";
const packed = "spread where it is written";
const habits: Case[] = [
  ["workers/a.test.ts", "await vi.waitFor(check);", tooShort],
  ["web/live/b.test.tsx", "await vi.waitUntil(check, { timeout: 60_000 });", tooShort],
  ["web/live/c.test.tsx", "await page.locator('.live').waitFor();"],
  ["gateway/d.test.ts", "await waitFor(check);"],
  ["gateway/a.test.ts", "const row1 = { ...{ _id, name } };", packed],
  ["gateway/a.test.ts", "const row2 = { rev: 0, more: { ...{ deep } } };", packed],
  ["web/ui/Row.tsx", "const t1 = <Row {...{ a, b }} />;", packed],
  ["gateway/a.test.ts", "const row3 = { ...rest, ...(old ? {} : { isNew }), ...made({ a }), list: [...[1]] };"],
  ["web/ui/Row.tsx", "const t2 = <Row {...props} style={{ ...{}.a }} />; // not ...{ a }"],
  ["scripts/e2e/a.e2e.test.ts", "expect(await rows.count()).toBe(1);", "reads the page at once (count)"],
  [
    "scripts/integration/a.integration.test.ts",
    "expect(await rows.count()).toBe(1);",
    "reads the page at once (count)",
  ],
];

export const whole: Case[] = [
  ["web/ui/theme.css", lines(250)],
  ["docs/long.json", `[${lines(999)}]`],
  ["web/ui/long.css", lines(251), "has 251 lines, 250 are the limit"],
  ["workers/run-job.ts", lines(251), "has 251 lines, 250 are the limit"],
  ["gateway/testing/network.ts", lines(400)],
  ["gateway/testing/longer.ts", lines(401), "has 401 lines, 400 are the limit"],
  ["workers/long.test.ts", lines(251), "has 251 lines, 250 are the limit"],
  ["shared/utils.ts", "", "is called utils"],
  ["web/helpers/date.ts", "", "is called helpers"],
  ["gateway/common/x.ts", "", "is called common"],
  ["web/ui/date-utils.ts", "", "is called utils"],
  ["shared/http/index.ts", "", "is an index file"],
  ["shared/http/named.ts", ""],
  ["web/features/utility-bills/Bill.tsx", ""],
  ["web/index.html", ""],
];
const cycle = {
  "shared/a.ts": `import { b } from "./b.ts";\nexport const a = () => b;`,
  "shared/b.ts": `import { a } from "./a.ts";\nexport const b = () => a;`,
};
const typeCycle = {
  "shared/c.ts": `import type { D } from "./d.ts";\nexport type C = D;`,
  "shared/d.ts": `import type { C } from "./c.ts";\nexport type D = C;`,
};
const lazyCycle = {
  "shared/e.ts": `export const e = async () => (await import("./f.ts")).f;`,
  "shared/f.ts": `import { e } from "./e.ts";\nexport const f = e;`,
};
const noCycle = {
  "shared/g.ts": `import { h } from "./h.ts";\nexport const g = h;`,
  "shared/h.ts": "export const h = 1;",
};

export const groups = { doors, insideGateway, insideWeb, packages, waysToImport, reads, habits };
const cases = Object.values(groups).flat();
export const files: Record<string, string> = { ...cycle, ...typeCycle, ...lazyCycle, ...noCycle };
export const placed = new Map<Case, number>();
for (const found of cases) {
  const [path, code] = found;
  const text = files[path] ?? "";
  placed.set(found, text.split("\n").length);
  files[path] = `${text}${code}\n`;
  for (const [, to = ""] of code.matchAll(/["`]([#.][^"`]*\.tsx?)["`]/g)) {
    const target = to.startsWith("#") ? to.slice(1) : new URL(to, `file:///${path}`).pathname.slice(1);
    files[target] ??= "";
  }
}
for (const [path, code] of whole) files[path] = code;
