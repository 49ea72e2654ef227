import { expect, test } from "vitest";
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
