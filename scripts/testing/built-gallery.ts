import { join } from "node:path";
import { build, type Plugin, preview } from "vite";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import { temporaryFolder } from "./temporary.ts";

const configFile = "web/vite.config.ts";

/** What the frame around the gallery requests: nothing happened or is wrong, no reports, and all pending counts are 0. */
const answers = {
  "/alarms": { alarms: [], total: 0, asOf: "0".repeat(16) },
  "/network-events": { events: [], asOf: "0".repeat(16) },
  "/reports": { reports: [], asOf: "0".repeat(16) },
  "/attention": {
    attention: {
      countedAt: 0,
      online: 0,
      offline: 0,
      unavailable: 0,
      waitingUnits: 0,
      failedVends: 0,
      paymentsToCheck: 0,
      drifts: 0,
      accountDeletions: 0,
      alarms: 0,
    } satisfies PendingCounts,
  },
};
const quietFrame: Plugin = {
  name: "quiet-frame",
  configurePreviewServer: ({ middlewares }) => {
    for (const [path, answer] of Object.entries(answers))
      middlewares.use(`/api/v1.2${path}`, (_request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ success: true, ...answer }));
      });
  },
};

/** The gallery of web's parts, built and served as the gateway would: styles and scripts from files alone. */
export const openGallery = async () => {
  const { path: outDir, remove } = await temporaryFolder("gallery");
  const root = join(import.meta.dirname, "../../web");
  await build({
    configFile,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, "gallery.html") } },
  });
  const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:";
  const server = await preview({
    configFile,
    plugins: [quietFrame],
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
      await remove();
    },
  };
};
