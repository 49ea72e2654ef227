import supertest from "supertest";
import { expect, test } from "vitest";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();

test("the page to read and try the API runs scripts of this gateway alone", async () => {
  const { status, text, headers } = await gateway.request.get("/docs");
  const policy = String(headers["content-security-policy"]);

  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
  expect(text).not.toMatch(/https?:|<script(?! src="\/)/);
  const scripts = [...text.matchAll(/<script src="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(scripts).toHaveLength(2);
  for (const path of scripts) {
    const script = await supertest(gateway.url).get(path);
    expect([script.status, script.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  }
});

test("what it shows is the documents of this gateway, and other pages allow no styles for it", async () => {
  const { text } = await supertest(gateway.url).get("/api/v1.2/docs/start.js");
  const documents = [...text.matchAll(/"url":"([^"]+)"/g)].map(([, url = ""]) => url);

  expect(documents).toEqual(["/api/v1.2/openapi.json", "/api/v1.2/intake/openapi.json"]);
  for (const url of documents) {
    const { status, headers } = await supertest(gateway.url).get(url);
    expect([status, String(headers["content-security-policy"]).includes("unsafe-inline")]).toEqual([200, false]);
  }
});
