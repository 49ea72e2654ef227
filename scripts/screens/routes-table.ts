import { checkedWidths } from "./check-routes.ts";
import type { SeenPart } from "./seen-parts.ts";

const cell = (texts: readonly string[]) => texts.join(", ").replaceAll("|", "\\|") || "–";

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
});

export interface CheckedRecords {
  database: string;
  /** In words, as the table's head. */
  records: string;
}

/** What `npm run screens -- --check` saw, as a page of Markdown: a row for each route, when, then whatever was wrong. */
export const routesPage = (parts: readonly SeenPart[], consoles: readonly CheckedRecords[]): string => {
  const partOf = (database: string, width: number) =>
    parts.find((part) => part.database === database && part.width === width);
  const all = parts.flatMap(({ database, width, routes }) => routes.map((route) => ({ ...route, database, width })));
  const rows = [...new Set(all.map(({ route }) => route))].map((route) => {
    const seen = all.filter((one) => one.route === route);
    const { columns = [] } = seen.findLast((one) => one.columns.length > 0) ?? {};
    const heading = seen.findLast((one) => one.heading !== "")?.heading ?? "";
    const counts = consoles.map(({ database }) =>
      checkedWidths
        .map((width) => {
          const found = seen.find((one) => one.database === database && one.width === width);
          return found ? `${found.wrong.length}` : "not seen";
        })
        .join(" · "),
    );
    return `| \`${route}\` | ${cell(heading === "" ? [] : [heading])} | ${cell([...new Set(columns)])} | ${counts.join(" | ")} |`;
  });
  const times = consoles.map(({ records, database }) => {
    const at = checkedWidths.map((width) => {
      const part = partOf(database, width);
      return part ? moment.format(Date.parse(part.seenAt)) : "not seen";
    });
    return `| ${records} | ${at.join(" | ")} |`;
  });
  const recordsOf = (of: string) => consoles.find(({ database }) => database === of)?.records ?? of;
  const faults = parts.flatMap(({ database, width, routes, signedOut }) =>
    [
      ...routes.flatMap(({ route, wrong }) => wrong.map((text) => `\`${route}\`: ${text}`)),
      ...signedOut.map((text) => `signed out: ${text}`),
    ].map((text) => `- ${recordsOf(database)}, ${width} px, ${text}`),
  );
  const heads = consoles.map(({ records }) => records);
  return `# Every route, as it was seen

Made by \`npm run screens -- --check\`: a real browser opens each route of the console at ${checkedWidths.join(", ")} px, by day and by night, with ${heads.join(", with ")}, signed in, and signed out, where each must lead to the login page. It reads heading, columns and words of the specification, listens to the browser's console, asks axe-core, looks for what sticks out, and goes to what an operator came for by the keyboard alone. Where something was wrong it is looked at up to twice more, and what stays is told. The figures count what was wrong at ${checkedWidths.join(" · ")} px; headings and columns are those with the most records, at the last width that has them.

| route | heading | columns | ${heads.join(" | ")} |
| --- | --- | --- | ${heads.map(() => "---").join(" | ")} |
${rows.join("\n")}

Seen, with the time of the last route:

| | ${checkedWidths.map((width) => `${width} px`).join(" | ")} |
| --- | ${checkedWidths.map(() => "---").join(" | ")} |
${times.join("\n")}

${faults.length === 0 ? "Nothing was wrong in what was seen." : `## What was wrong\n\n${faults.join("\n")}`}
`;
};
