import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { refusalStatus } from "#shared/http/domain-error.ts";
import { webhookEventTypes } from "#shared/webhooks/webhook.schema.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { temporaryFolder } from "../../scripts/testing/temporary.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();

test("the API describes itself without a sign-in", async () => {
  const { body, status } = await gateway.request.get("/openapi.json");

  expect(status).toBe(200);
  expect(body).toMatchObject({ openapi: "3.1.0", info: { title: "Cansole" } });
  expect(body.components.securitySchemes.token).toMatchObject({ type: "http", scheme: "bearer" });
});

test("a call shows its body, its answer, its refusals, and whether it needs a sign-in", async () => {
  const { paths } = (await gateway.request.get("/openapi.json")).body;
  const register = paths["/api/v1.2/auth/register"].post;

  expect(register.security).toEqual([{ token: [] }]);
  expect(paths["/api/v1.2/auth/login"].post.security).toEqual([]);
  const body = register.requestBody.content["application/json"].schema;
  expect(body).toMatchObject({ additionalProperties: false, required: ["name", "phone"] });
  const answer = register.responses["200"].content["application/json"].schema;
  expect(answer.required).toEqual(expect.arrayContaining(["user", "success"]));
  expect(Object.keys(register.responses)).toEqual(expect.arrayContaining(["200", "4XX", "5XX"]));
});

test("every reference inside the document leads somewhere", async () => {
  const document = (await gateway.request.get("/openapi.json")).body;
  const found = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);

  for (const path of found) {
    const target = path
      .split("/")
      .reduce<Record<string, unknown> | undefined>(
        (at, step) => at?.[step] as Record<string, unknown> | undefined,
        document,
      );
    expect(target, path).toBeDefined();
  }
});

test("each call has a name of its own, and what it answers about a record refers to that record's schema", async () => {
  const { paths, servers, components } = (await gateway.request.get("/openapi.json")).body;
  const calls = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
    Object.values(methods),
  );
  const names = calls.map(({ operationId }) => operationId);

  expect(names).toEqual(expect.arrayContaining(["listOrders", "openContainers", "takeCan"]));
  expect([new Set(names).size, names.every((name) => /^[a-z][A-Za-z]+$/.test(name))]).toEqual([names.length, true]);
  expect(servers).toEqual([expect.objectContaining({ url: "/" })]);
  const order = paths["/api/v1.2/orders/{id}"].get.responses["200"].content["application/json"].schema.properties.order;
  expect(order).toEqual({ $ref: "#/components/schemas/Order" });
  expect(components.schemas.Order.properties.products.properties.unit.items.$ref).toBe(
    "#/components/schemas/OrderLine",
  );
});

test.each(["/openapi.json", "/intake/openapi.json"])(
  "%s describes each event that is sent, with its schema and an example",
  async (path) => {
    const { webhooks, components } = (await gateway.request.get(path)).body;
    expect(Object.keys(webhooks)).toEqual([...webhookEventTypes]);
    for (const type of webhookEventTypes) {
      const { schema, example } = webhooks[type].post.requestBody.content["application/json"];
      expect(example.data).toEqual(webhookEvents[type].example);
      expect(schema.properties.type).toMatchObject({ const: type });
    }
    expect(webhooks["order.paid"].post.requestBody.content["application/json"].schema.properties.data).toMatchObject({
      properties: { order: { $ref: "#/components/schemas/EventOrder" } },
    });
    expect(components.schemas.EventOrder.type).toBe("object");
  },
);

test("each refusal may have any code of the list, and none that is not on it", async () => {
  const { components } = (await gateway.request.get("/openapi.json")).body;
  const { code } = components.schemas.Refusal.properties;
  expect([...code.enum].sort()).toEqual(Object.keys(refusalStatus).sort());
});

test.each(["/openapi.json", "/intake/openapi.json"])("%s is linted without a warning", async (path) => {
  const folder = await temporaryFolder("openapi");
  const file = join(folder.path, "openapi.json");
  await writeFile(file, JSON.stringify((await gateway.request.get(path)).body));
  const root = join(import.meta.dirname, "../..");
  const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const args = [redocly, "lint", file, "--format=json", `--config=${join(root, "redocly.yaml")}`];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
  await folder.remove();

  const { totals, problems } = JSON.parse(stdout);
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
