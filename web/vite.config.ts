import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const gateway = process.env.GATEWAY_URL ?? "http://127.0.0.1:3000";
const served = ["/api", "/qrcode", "/uploads", "/socket.io"];

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What the frame, its bell and Home are made of: one file, because each small one pays for a head and a way of its own. */
const firstLoad = (modules: Modules): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  for (const file of ["main.tsx", "app/bell/Watches.tsx", "features/home/HomePage.tsx"])
    add(join(import.meta.dirname, file));
  return found;
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/inventory/v1.2/",
  plugins: [react()],
  worker: { format: "es" },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The theme is written with light-dark(); older targets would have it rewritten into something heavier.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // Nothing may be inlined: the content security policy allows scripts, styles and fonts from this host only.
    assetsInlineLimit: 0,
    // One sheet: a page's own would be requested when its scripts have run, a round trip later, for 6 kB in all.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai)\// },
            { name: (id, modules) => (firstLoad(modules).has(id) ? "start" : null), debugName: "start" },
            { name: "lists", test: /\/web\/(ui\/table|recipes)\/|@tanstack\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: gateway, ws: path === "/socket.io" }])) },
});
