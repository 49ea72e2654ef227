import { type CheckedRoute, checkedWidths } from "./check-routes.ts";

const cell = (texts: readonly string[]) => texts.join(", ").replaceAll("|", "\\|") || "–";

/** What `npm run screens -- --check` saw, as a page of Markdown: a row for each route, then whatever was wrong. */
export const routesPage = (
  checked: readonly CheckedRoute[],
  signedOut: readonly string[],
  records: readonly string[],
): string => {
  const routes = [...new Set(checked.map(({ route }) => route))];
  const rows = routes.map((route) => {
    const seen = checked.filter((one) => one.route === route);
    const richest = seen.filter(({ columns }) => columns.length > 0).at(-1) ?? seen.at(-1);
    const wrong = records.map((of) =>
      checkedWidths
        .map((width) => seen.find((one) => one.records === of && one.width === width)?.wrong.length ?? "not seen")
        .join(" "),
    );
    const heading = seen.find(({ heading }) => heading !== "")?.heading ?? "";
    return `| \`${route}\` | ${cell(heading === "" ? [] : [heading])} | ${cell(richest?.columns ?? [])} | ${wrong.join(" | ")} |`;
  });
  const faults = checked.flatMap(({ route, records: of, width, wrong }) =>
    wrong.map((text) => `- \`${route}\`, ${of}, ${width} px: ${text}`),
  );
  return `# Every route, as it was seen

Made by \`npm run screens -- --check\`: a real browser opens each route of the console signed in, with no record, with three and with ${records.at(-1)}, at ${checkedWidths.join(", ")} px, by day and by night. It reads heading, columns and words of the specification, listens to the browser's console, asks axe-core, looks for what sticks out, and goes to what an operator came for by the keyboard alone. The figures count what was wrong at ${checkedWidths.join(", ")} px. Columns are those with records, at a desk.

| route | heading | columns | ${records.join(" | ")} |
| --- | --- | --- | ${records.map(() => "---").join(" | ")} |
${rows.join("\n")}

Signed out each of them leads to the login page${signedOut.length === 0 ? "" : `, but for: ${signedOut.join(", ")}`}.

${faults.length === 0 ? "Nothing was wrong." : `## What was wrong\n\n${faults.join("\n")}`}
`;
};
