import { monthTextOf } from "#shared/sales/day-words.ts";
import { downloadSalesMonth } from "#shared/sales/sales.api.ts";
import { call } from "../../http/call.ts";
import { Popover } from "../../ui/Popover.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useAction } from "../../ui/use-action.ts";

const shownMonths = 12;

/** The latest months as yyyy-mm, that of `today` first. */
const monthsTo = (today: string): string[] => {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: shownMonths }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
};

/** Saves all days of a month as one PDF. */
export function DownloadMonth({ today }: { today: string }) {
  const { doing, during } = useAction<"download">();
  const download = (month: string) =>
    during("download", async () => {
      const outcome = await call(downloadSalesMonth, { query: { month } });
      if (outcome.is === "done" && outcome.file) saveFile(`sales ${month}.pdf`, outcome.file.content);
    });
  return (
    <Popover
      label="Months"
      menu
      align="end"
      className="sales-months"
      trigger={(trigger) => (
        <button {...trigger} className="button button-plain" aria-busy={doing !== null || undefined}>
          <span className={`pi ${doing ? "pi-spinner pi-spin" : "pi-download"}`} aria-hidden="true" />
          <span className="button-label">Download month</span>
        </button>
      )}
    >
      {(close) =>
        monthsTo(today).map((month) => (
          <button
            key={month}
            type="button"
            role="menuitem"
            className="menu-item"
            onClick={() => {
              close();
              void download(month);
            }}
          >
            {monthTextOf(`${month}-01`)}
          </button>
        ))
      }
    </Popover>
  );
}
