import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanFonts } from "../scripts/build/lean-fonts.ts";
import { pagesAhead } from "../scripts/build/pages-ahead.ts";

const gateway = process.env.GATEWAY_URL ?? "http://127.0.0.1:3000";
const served = ["/api", "/qrcode", "/uploads", "/socket.io"];

/**
 * What libraries carry along and the console never uses: Zod's writers of JSON schemas, PrimeReact's tooltips and ripples,
 * Socket.IO's ways beside WebSocket. Each name that they export stays, and does nothing: 40 kB less in the first load.
 */
const unused =
  /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$|primereact\/(tooltip|ripple)\/\w+\.esm\.js$|engine\.io-client\/build\/esm\/transports\/(polling[\w.-]*|webtransport)\.js$/;
const leaveOut: Plugin = {
  name: "leave-out-what-is-never-used",
  enforce: "pre",
  load: (id) => {
    if (!unused.test(id)) return null;
    const text = readFileSync(id, "utf8");
    const declared = [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
    const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
    const names = [...declared, ...listed.map((name) => name.replace(/^.* as /, "").trim())].filter(Boolean);
    return names.map((name) => `export function ${name}() { return null; }`).join("\n");
  },
};

/** Code that nearly every page uses: one file, because each small file costs a head and a request of its own. */
const everyPage =
  /\/web\/(live\/(?!open-socket|session-rows)|state\/|http\/(?!send-command))|\/shared\/http\/long-lists\.ts$|\/web\/app\/(PendingBadge|Drawer|nav-links|NavBar|NavGroup|pages|paths|phone\/PhoneBar|use-log-out|use-one-stop)\.tsx?$|\/sheets\/date-words\.ts$|\/auth\/(auth\.api|auth\.atoms|failed-tries)\.ts$|\/users\/user\.rules\.ts$|\/web\/ui\/(find-by-words|Bones|Button|ActionButton|Dialog|Glow|PageHead|PhoneActions|Popover|RelativeTime|ShareBar|StateChip|States|SwitchRow|FilterText|WhyNot|place-panel|count-text|DayTime|dialogs|is-typed|later|list-state|Money|numbered|times|use-action|use-media|use-page-name|use-typed|form\/(Field|TextField))\.tsx?$/;

const frame =
  /\/(records\/(reports|machines|requests|inventory|needs-action|alarms)\.atoms|reports\/(report-news|report\.api)|bell\/(ReportWatch|Watches|network-events\.atoms|read-until\.atoms)|app\/pending-counts\/(PendingCountsWatch|active-tab|badges|pending-counts\.atoms|counted)|pending-counts\/pending-counts\.api|network-events\/network-event\.(api|schema)|inventory\/inventory\.rules|(machines\/machine|inventory\/inventory|transactions\/needs-action|alarms\/alarm)\.api|(containers\/container|cans\/cans)\.schema|sheets\/list-column|machines\/machine\.record|alarms\/alarm\.rules|recipes\/(CardListPage|use-found))\.tsx?$/;

/**
 * Code of every table, of pages about one machine, of every list that the server cuts into pages, and of select lists.
 */
const aTable =
  /\/web\/ui\/(table\/|(Check|Id)\.tsx$|use-copy\.ts$)|\/web\/recipes\/bulk\/[a-z-]+\.ts$|BulkTable|@tanstack\//;
const ofMachine =
  /\/shared\/containers\/container\.api\.ts$|\/web\/(records\/(MachineHead|containers\.atoms|container-list|container-looks|RebuildStock|owed\.atoms|compared-stock\.atoms|stock\.atoms|use-heard|use-bouncing)|ui\/(Card|Tabs|SignalBars)|recipes\/RecordPage)\.tsx?$/;
/** Code that commands units or says what is lost at a machine: for pages with machines in rows. */
const ofMachines =
  /\/shared\/(control-units\/(control-unit\.(api|rules)|row\.rules|command-calls)|concurrency\/limit|http\/zone-days)\.ts$|\/web\/records\/(restart-question|MostAtRisk|SoldOutRisk)\.tsx?$|\/(p-limit|yocto-queue)\//;
const aPagedList =
  /\/web\/recipes\/(PagedListPage|FilterBar|list-filter|use-paged-list|paged-query|use-export|views\/Views)\.tsx?$|\/web\/ui\/((DateRange|FilterSwitch|save-sheet|save-file)\.tsx?$|day\/(DayField|CalendarButton|ZoneNote|day-))/;
const aChoice =
  /\/web\/ui\/(form\/SelectList\.tsx|prime\/(Prime|dropdown-parts|list-parts)\.tsx?)|\/primereact\/(dropdown|virtualscroller|api|utils|hooks|componentbase)\//;

const productionRouter = (file: string): string =>
  join(dirname(createRequire(import.meta.url).resolve("react-router/package.json")), "dist/production", file);

export default defineConfig({
  root: import.meta.dirname,
  base: "/inventory/v1.2/",
  plugins: [react(), leaveOut, leanFonts(), pagesAhead()],
  // Its packages offer bundlers the development version alone.
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: productionRouter("index.mjs") },
      { find: /^react-router\/dom$/, replacement: productionRouter("dom-export.mjs") },
    ],
  },
  worker: { format: "es" },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The theme is written with light-dark(); older targets would have it rewritten into something heavier.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // Nothing may be inlined: the content security policy allows scripts, styles and fonts from this host only.
    assetsInlineLimit: 0,
    // All of those browsers know it.
    modulePreload: { polyfill: false },
    // One style sheet: a page's own would be requested after its scripts have run, a round trip later, for 6 kB in all.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "libraries",
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai|zod)\//,
            },
            { name: "pages", test: everyPage },
            // What the frame loads once it is drawn, and small files that many pages need at once: apart they cost more in
            // heads than they have bytes, and in one file with events or records they would bring all of those along.
            { name: "frame", test: frame },
            { name: "machine-parts", test: ofMachine },
            { name: "machines", test: ofMachines },
            // Code for what arrives by the socket: the schemas of all records, loaded after the first paint.
            { name: "events", test: /\/shared\/events\/(events|records)\.ts$/ },
            // No sheets: of a page that needs one of them all of these would be fetched.
            { name: "records", test: /\/(shared|web\/records)\/.*\.tsx?$/, minShareCount: 3 },
            { name: "table", test: aTable },
            { name: "lists", test: aPagedList },
            {
              name: "select",
              test: /\/web\/(recipes\/choice-filter|ui\/(form\/(SelectField|ClosedSelect|select-code)|prime\/words-class))\.tsx?$/,
            },
            { name: "choices", test: aChoice },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: gateway, ws: path === "/socket.io" }])) },
});
