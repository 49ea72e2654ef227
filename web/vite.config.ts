import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const gateway = process.env.GATEWAY_URL ?? "http://127.0.0.1:3000";
const served = ["/api", "/qrcode", "/uploads", "/socket.io"];

/**
 * The sheet writer packs large files in a worker made from a blob. The content security policy forbids those, and would
 * leave the download waiting for ever: they are packed where they are.
 */
const packSheetsHere: Plugin = {
  name: "pack-sheets-here",
  load: (id) =>
    id.endsWith("write-excel-file/modules/zip/zipToArrayBuffer.js")
      ? 'import { zipSync } from "fflate"; export default async (files) => zipSync(files).buffer;'
      : null,
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/inventory/v1.2/",
  plugins: [react(), packSheetsHere],
  worker: { format: "es", plugins: () => [packSheetsHere] },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The theme is written with light-dark(); older targets would have it rewritten into something heavier.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // Nothing may be inlined: the content security policy allows scripts, styles and fonts from this host only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai)\// },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: gateway, ws: path === "/socket.io" }])) },
});
