import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin, preview } from "vite";

const configFile = "web/vite.config.ts";

/** The frame around the gallery asks for one's own reports: nobody has any there. */
const noReports: Plugin = {
  name: "no-reports",
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use("/api/v1.2/reports", (_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ success: true, reports: [], asOf: "0".repeat(16) }));
    });
  },
};

/** The gallery of web's parts, built and served as the gateway would: styles and scripts from files alone. */
export const openGallery = async () => {
  const outDir = await mkdtemp(join(tmpdir(), "cansole-gallery-"));
  const root = join(import.meta.dirname, "../../web");
  await build({
    configFile,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, "gallery.html") } },
  });
  const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:";
  const server = await preview({
    configFile,
    plugins: [noReports],
    logLevel: "error",
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0, headers: { "content-security-policy": policy } },
  });
  const address = server.httpServer.address();
  if (!address || typeof address === "string") throw new Error("The gallery's server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
};
