import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import supertest from "supertest";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type GatewayUnderTest, gatewayOfTest, startGatewayUnderTest } from "../testing/gateway-under-test.ts";

const page = "<!doctype html><title>Cansole</title>";
let webRoot: string;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "cansole-web-"));
  webRoot = join(folder, "web");
  await mkdir(join(webRoot, "assets"), { recursive: true });
  await writeFile(join(webRoot, "index.html"), page);
  await writeFile(join(webRoot, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const script = join(webRoot, "assets", "main-abc123.js");
  await writeFile(script, "console.log(1)");
  await writeFile(`${script}.br`, brotliCompressSync("console.log(1)"));
  await writeFile(`${script}.gz`, gzipSync("console.log(1)"));
  await writeFile(join(folder, "secret.txt"), "not for the web");
  gateway = await startGatewayUnderTest({ env: { WEB_ROOT: webRoot } });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(join(webRoot, ".."), { recursive: true, force: true });
});

const get = (path: string) => supertest(gateway.url).get(path);

test("the root leads to the console", async () => {
  const answer = await get("/");

  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe("/inventory/v1.2/");
});

test.each([
  "/inventory/v1.2",
  "/inventory/v1.2/",
  "/inventory/v1.2/login",
  "/inventory/v1.2/Users/0123456789abcdef01234567",
  "/INVENTORY/V1.2/Orders?phone=9876543210",
  "/inventory/v1.2/vendingMachine/0123456789abcdef01234567/Inventory/",
  "/inventory/v1.2/no/such/page",
])("%s is the console's one page, revalidated each time", async (path) => {
  const answer = await get(path);

  expect(answer.status).toBe(200);
  expect(answer.text).toBe(page);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.headers["cache-control"]).toBe("no-cache");
});

test("the page is sent without a warning of Node in the log", async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));

  for (const accepted of ["br", "gzip", "identity"])
    expect((await get("/inventory/v1.2/login").set("accept-encoding", accepted)).status).toBe(200);

  expect(warnings).toEqual([]);
});

test("files with their content in the name are kept for ever, others are revalidated", async () => {
  const [script, icon] = [await get("/inventory/v1.2/assets/main-abc123.js"), await get("/inventory/v1.2/favicon.svg")];

  expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(script.headers["content-type"]).toContain("javascript");
  expect(icon.headers["cache-control"]).toBe("no-cache");
});

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate", "gzip"],
  ["identity", undefined],
])("a script is sent as it was packed when it was built: %s", async (accepted, sent) => {
  const call = () => get("/inventory/v1.2/assets/main-abc123.js").set("accept-encoding", accepted);

  const { status, headers } = await call();

  expect(status).toBe(200);
  expect(headers["content-encoding"]).toBe(sent);
  expect(headers.vary?.toLowerCase()).toContain("accept-encoding");
  expect(headers["content-type"]).toContain("javascript");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await call().set("if-none-match", headers.etag ?? "none")).status).toBe(304);
});

test("each way of packing is another file to a cache", async () => {
  const tagOf = async (accepted: string) =>
    (await get("/inventory/v1.2/assets/main-abc123.js").set("accept-encoding", accepted)).headers.etag;

  expect(new Set([await tagOf("br"), await tagOf("gzip"), await tagOf("identity")]).size).toBe(3);
});

test("what the API answers is cached by nobody", async () => {
  expect((await get("/api/v1.2/auth/me")).headers["cache-control"]).toBe("no-store");
  expect((await get("/api/v1.2/nothing")).headers["cache-control"]).toBe("no-store");
});

test.each([
  "/inventory/v1.2/assets/main-old.js",
  "/inventory",
  "/inventory/v1.20",
  "/inventory/v1.2x/login",
  "/api/v1.2/nothing",
  "/api",
  "/nothing",
  "/uploads/nothing",
])("%s is nothing: 404 in the envelope", async (path) => {
  const answer = await get(path);

  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({
    success: false,
    code: expect.stringMatching(/^(missing|not-found)$/),
    error: "Not found",
  });
});

test.each([
  "/inventory/v1.2/../../secret.txt",
  "/inventory/v1.2/%2e%2e/secret.txt",
  "/inventory/v1.2/..%2fsecret.txt",
  "/inventory/v1.2/assets/..%2f..%2f..%2fsecret.txt",
])("%s does not lead out of the built client", async (path) => {
  const answer = await get(path);

  expect(answer.text).not.toContain("not for the web");
});

test("the page is read, never written", async () => {
  expect((await supertest(gateway.url).post("/inventory/v1.2/login").send({})).status).toBe(404);
  expect((await supertest(gateway.url).head("/inventory/v1.2/login")).status).toBe(200);
});

test("scripts and styles come from here only and never stand in a page; types are not guessed", async () => {
  for (const path of ["/inventory/v1.2/", "/inventory/v1.2/assets/main-abc123.js", "/api/v1.2/auth/me", "/nothing"]) {
    const { headers } = await get(path);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("over https, as the trusted proxy says, browsers must stay there; over http they need not", async () => {
  const proxied = await gatewayOfTest({ env: { WEB_ROOT: webRoot, TRUST_PROXY: "1" }, beside: gateway });
  const call = (url: string) => supertest(url).get("/inventory/v1.2/").set("x-forwarded-proto", "https");
  const { headers } = await call(proxied.url);
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  for (const plain of [await call(gateway.url), await supertest(proxied.url).get("/inventory/v1.2/")]) {
    expect(plain.headers).not.toHaveProperty("strict-transport-security");
    expect(plain.headers).not.toHaveProperty("cross-origin-opener-policy");
    expect(plain.headers).not.toHaveProperty("origin-agent-cluster");
  }
});

test("where the client is not built, the console says so and the API still answers", async () => {
  const bare = await gatewayOfTest({ env: { WEB_ROOT: join(webRoot, "nowhere") }, beside: gateway });
  const shown = await supertest(bare.url).get("/inventory/v1.2/login");
  expect(shown.status).toBe(503);
  expect(shown.text).toBe("The web client is not built: run npm run build, or set WEB_ROOT to where it is.");
  expect((await bare.request.get("/auth/me")).status).toBe(401);
});
