import { changeSettings } from "#shared/settings/settings.api.ts";
import { settingsRecord } from "#shared/settings/settings.record.ts";
import { type Settings, SettingsChange } from "#shared/settings/settings.schema.ts";
import { saveEdit } from "../../http/save-edit.ts";
import { newer } from "../../live/records.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyOnlyAdmin } from "../../records/own-deeds.ts";
import { useAtom } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Loadable } from "../../ui/States.tsx";
import { settingsAtom } from "./settings.atoms.ts";

const labels = { refundsAlone: "Refunds one person may give" };
const schema = SettingsChange.omit({ rev: true });
const valuesOf = ({ refundsAlone }: Settings) => ({ refundsAlone });

function RefundsForm({ record, onKnown }: Shown<Settings>) {
  const form = useRecordForm<Settings, { refundsAlone: number | null }, { refundsAlone: number | null }>({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    save: (change, madeOn) =>
      saveEdit({
        ...madeOn,
        endpoint: changeSettings,
        input: (rev) => ({ body: { ...change, rev } }),
        record: settingsRecord,
      }),
  });
  return (
    <Form form={form} action="Save changes" editing label="Refunds" plain>
      <NumberField
        {...form.field("refundsAlone")}
        hint="To one customer, on one day. Each further one waits for another operator; empty: no limit"
        unitAfter="a day"
      />
    </Form>
  );
}

/** What admins set for the whole console; everybody may read it. */
export function Component() {
  const [load, send] = useAtom(settingsAtom);
  const why = useWhyOnlyAdmin("settings");
  return (
    <>
      <PageHead title="Settings" line={why ?? "They hold for the whole console"} />
      <Card title="Refunds">
        <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<p className="muted">Loading the settings</p>}>
          {(settings) =>
            why ? (
              <Facts of={[[labels.refundsAlone, settings.refundsAlone ?? "no limit"]]} />
            ) : (
              <RefundsForm
                record={settings}
                onKnown={(told) => send({ do: "update", change: (known) => newer(known, told) })}
              />
            )
          }
        </Loadable>
      </Card>
    </>
  );
}
