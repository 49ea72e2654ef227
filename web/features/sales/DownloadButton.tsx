import { downloadSales } from "#shared/sales/sales.api.ts";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import { call } from "../../http/call.ts";
import { atom, useAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useAction } from "../../ui/use-action.ts";

/** The days whose PDF is on its way; a table that is drawn anew meanwhile forgets none. */
const pendingAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Saves the PDF of a day as sales.pdf. Says when the day has other figures than the PDF that was downloaded last. */
export function DownloadButton({ _id, changedSinceDownload, date }: SalesRow) {
  const [pending, setPending] = useAtom(pendingAtom);
  const { during } = useAction<"download">();
  const download = () =>
    during("download", async () => {
      setPending((known) => new Set([...known, _id]));
      try {
        const outcome = await call(downloadSales, { query: { id: _id } });
        if (outcome.is === "done" && outcome.file) saveFile("sales.pdf", outcome.file.content);
      } finally {
        setPending((known) => new Set([...known].filter((other) => other !== _id)));
      }
    });
  return (
    <span className="row-actions sales-download">
      <Button
        small
        kind="quiet"
        icon="pi-download"
        working={pending.has(_id)}
        onClick={() => void download()}
        title={`Sales of ${date} as sales.pdf`}
      >
        Download
      </Button>
      {changedSinceDownload && <Chip tone="warn" icon="pi-exclamation-triangle" word="Changed since" />}
    </span>
  );
}
