import { describe, expect, test } from "vitest";
import { saidAbout } from "./testing/small-tree.ts";

describe("packages", () => {
  test.each([
    ["shared/orders/order.schema.ts", "zod"],
    ["shared/runtime/mongo.ts", "mongodb"],
    ["shared/runtime/mongo.ts", "node:fs"],
    ["broker/broker.ts", "aedes"],
    ["web/ui/Table.tsx", "react/jsx-runtime"],
    ["web/state/jotai.ts", "jotai"],
    ["web/ui/form/SelectField.tsx", "primereact/dropdown"],
    ["web/vite.config.ts", "node:path"],
    ["broker/broker.test.ts", "mqtt"],
  ])("%s may use %s", (path, name) => {
    expect(saidAbout({ [path]: `import "${name}";` })).toEqual([]);
  });

  test.each([
    ["shared/orders/order.schema.ts", "mongodb", "only zod"],
    ["shared/orders/order.schema.ts", "node:crypto", "only zod"],
    ["web/ui/Table.tsx", "node:fs", "web runs in a browser"],
    ["web/ui/Table.tsx", "mongodb", "server packages"],
    ["web/ui/Table.tsx", "mqtt", "server packages"],
    ["web/ui/Table.tsx", "jotai", "only web/state/jotai.ts"],
    ["broker/broker.ts", "mongodb", "broker speaks MQTT only"],
    ["broker/broker.ts", "fastify", "broker speaks MQTT only"],
    ["web/features/orders/OrdersPage.tsx", "primereact/dropdown", "only the parts in web/ui/"],
    ["gateway/start.ts", "mqtt", "not installed in production"],
    ["scripts/seed.ts", "left-pad", "package.json does not name"],
  ])("%s may not use %s", (path, name, why) => {
    expect(saidAbout({ [path]: `import "${name}";` })).toEqual([expect.stringContaining(why)]);
  });
});
