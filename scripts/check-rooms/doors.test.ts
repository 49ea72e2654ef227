import { describe, expect, test } from "vitest";
import { door, saidAbout, spelled } from "./testing/small-tree.ts";

describe("between the rooms", () => {
  test.each([
    ["web/ui/Table.tsx", "shared/orders/order.schema.ts"],
    ["broker/broker.ts", "shared/events/machine-topics.ts"],
    ["gateway/http/health.ts", "shared/runtime/mongo.ts"],
    ["gateway/start.ts", "broker/broker.ts"],
    ["workers/start.ts", "shared/runtime/queues.ts"],
    ["workers/reports/start.ts", "gateway/exported-lists.ts"],
    ["shared/runtime/mongo.ts", "shared/orders/order.schema.ts"],
    ["shared/orders/order.api.ts", "shared/http/endpoint.ts"],
    ["scripts/walks/house.ts", "gateway/start.ts"],
    ["scripts/bench/live.ts", "workers/start.ts"],
    ["scripts/migrate/run.ts", "scripts/launcher/say.ts"],
    ["scripts/launcher/ground.ts", "scripts/migrate/migrate.ts"],
    ["workers/main.test.ts", "scripts/migrate/testing/test-databases.ts"],
    ["scripts/migrate/migrate.ts", "shared/runtime/mongo.ts"],
    ["vitest.config.ts", "scripts/services/launch.ts"],
    ["gateway/features/orders/orders.test.ts", "scripts/services/launch.ts"],
    ["gateway/testing/gateway-under-test.ts", "broker/broker.ts"],
  ])("%s may import %s", (from, to) => {
    expect(door(from, to)).toEqual([]);
  });

  test.each([
    ["web/ui/Table.tsx", "shared/runtime/mongo.ts", "web may not use shared/runtime"],
    ["web/ui/Table.tsx", "gateway/http/route.ts", "web may not import gateway"],
    ["broker/broker.ts", "shared/runtime/logger.ts", "broker may not use shared/runtime"],
    ["broker/broker.ts", "gateway/parts.ts", "broker may not import gateway"],
    ["gateway/app.ts", "broker/broker.ts", "only start.ts may open the broker"],
    ["gateway/start.ts", "workers/start.ts", "gateway may not import workers"],
    ["workers/start.ts", "gateway/parts.ts", "workers may not import gateway"],
    ["workers/start.ts", "gateway/exported-lists.ts", "workers may not import gateway"],
    ["workers/reports/start.ts", "gateway/limits.ts", "workers may not import gateway"],
    ["workers/start.ts", "scripts/seed.ts", "no room imports what starts it"],
    ["scripts/migrate/migrate.ts", "workers/start.ts", "migrations may not import workers"],
    ["scripts/migrate/migrate.ts", "scripts/launcher/say.ts", "no room imports what starts it"],
    ["workers/start.ts", "scripts/migrate/migrate.ts", "workers may not import migrations"],
    ["shared/orders/order.api.ts", "gateway/parts.ts", "shared may not import gateway"],
    ["shared/orders/order.api.ts", "shared/runtime/mongo.ts", "shared is safe in a browser"],
    ["gateway/app.ts", "gateway/testing/gateway-under-test.ts", "only tests may import what is for tests"],
    ["web/app/App.test.tsx", "gateway/app.ts", "web may not import gateway"],
  ])("%s may not import %s", (from, to, why) => {
    expect(door(from, to)).toEqual([expect.stringContaining(why)]);
  });

  test("shared is spelled #shared/ outside and relatively inside", () => {
    expect(door("workers/start.ts", "shared/http/paging.ts", `import { a } from "../shared/http/paging.ts";`)).toEqual([
      "workers/start.ts:1 imports shared/http/paging.ts by a relative path: write #shared/http/paging.ts",
    ]);
    expect(
      door("shared/http/envelope.ts", "shared/http/paging.ts", `import { a } from "#shared/http/paging.ts";`),
    ).toEqual([expect.stringContaining("paths are relative there")]);
  });

  test("an import that leads to no file is named, so that a forgotten ending hides nothing", () => {
    expect(saidAbout({ "web/ui/Table.tsx": `import "../../gateway/app";` })).toEqual([
      "web/ui/Table.tsx:1 imports gateway/app, which is no file here",
    ]);
  });
});

describe("inside gateway", () => {
  test.each([
    ["gateway/main.ts", "gateway/start.ts"],
    ["gateway/app.ts", "gateway/features/orders/orders.routes.ts"],
    ["gateway/features/orders/orders.routes.ts", "gateway/http/route.ts"],
    ["gateway/features/orders/orders.service.ts", "gateway/parts.ts"],
    ["gateway/features/orders/orders.view.ts", "gateway/features/users/users.view.ts"],
    ["gateway/push/relay.ts", "gateway/features/orders/orders.view.ts"],
    ["gateway/features/orders/orders.test.ts", "gateway/features/users/users.repository.ts"],
  ])("%s may import %s", (from, to) => {
    expect(door(from, to)).toEqual([]);
  });

  test.each([
    ["gateway/features/orders/orders.service.ts", "gateway/features/users/users.service.ts"],
    ["gateway/machine-link/ingest.ts", "gateway/features/live-status/live-status.service.ts"],
    ["gateway/parts.ts", "gateway/features/orders/orders.service.ts"],
  ])("%s may import the types of %s, but not the code", (from, to) => {
    expect(door(from, to, spelled(from, to).replace("{ a }", "type { A }"))).toEqual([]);
    expect(door(from, to)).toHaveLength(1);
  });

  test.each([
    ["gateway/start.ts", "gateway/main.ts", "start.ts lies below main.ts"],
    ["gateway/http/route.ts", "gateway/features/auth/tokens.ts", "http lies below features"],
    ["gateway/features/orders/orders.service.ts", "gateway/app.ts", "features lies below app.ts"],
    [
      "gateway/features/orders/orders.service.ts",
      "gateway/features/users/users.repository.ts",
      "another feature's repository",
    ],
    ["gateway/features/orders/orders.service.ts", "gateway/features/users/users.routes.ts", "another feature's routes"],
    ["gateway/features/orders/orders.service.ts", "gateway/push/socket.ts", "push hears of it by itself"],
    [
      "gateway/features/orders/orders.service.ts",
      "gateway/machine-link/commands/command-sender.ts",
      "machine-link hears of it by itself",
    ],
    ["gateway/push/relay.ts", "gateway/features/orders/orders.repository.ts", "only the view"],
    ["gateway/push/relay.ts", "gateway/machine-link/presence/heard.ts", "do not know each other"],
  ])("%s may not import %s", (from, to, why) => {
    expect(door(from, to)).toEqual([expect.stringContaining(why)]);
  });
});

describe("inside web", () => {
  test.each([
    ["web/main.tsx", "web/app/App.tsx"],
    ["web/app/routes.tsx", "web/features/orders/OrdersPage.tsx"],
    ["web/features/orders/OrdersPage.tsx", "web/ui/Table.tsx"],
    ["web/features/orders/OrdersPage.tsx", "web/app/paths.ts"],
    ["web/features/orders/OrdersPage.tsx", "web/recipes/PagedListPage.tsx"],
    ["web/recipes/PagedListPage.tsx", "web/ui/Table.tsx"],
    ["web/http/call.ts", "web/state/session.atoms.ts"],
    ["web/features/orders/OrdersPage.test.tsx", "web/features/users/UsersPage.tsx"],
  ])("%s may import %s", (from, to) => {
    expect(door(from, to)).toEqual([]);
  });

  test.each([
    ["web/features/orders/OrdersPage.tsx", "web/features/users/UsersPage.tsx", "features do not import each other"],
    ["web/features/orders/OrdersPage.tsx", "web/app/Guard.tsx", "features lies below app"],
    ["web/records/products.atoms.ts", "web/features/products/products.atoms.ts", "records lies below features"],
    ["web/live/follow.ts", "web/records/products.atoms.ts", "live lies below records"],
    ["web/ui/Table.tsx", "web/features/orders/OrdersPage.tsx", "ui lies below features"],
    ["web/ui/Table.tsx", "web/recipes/PagedListPage.tsx", "ui lies below recipes"],
    ["web/recipes/PagedListPage.tsx", "web/features/orders/OrdersPage.tsx", "recipes lies below features"],
    ["web/state/session.atoms.ts", "web/app/App.tsx", "state lies below app"],
  ])("%s may not import %s", (from, to, why) => {
    expect(door(from, to)).toEqual([expect.stringContaining(why)]);
  });
});
