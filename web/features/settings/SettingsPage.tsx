import { changeSettings } from "#shared/settings/settings.api.ts";
import { settingsRecord } from "#shared/settings/settings.record.ts";
import { type Settings, SettingsChange } from "#shared/settings/settings.schema.ts";
import { saveBy } from "../../http/save-edit.ts";
import { newer } from "../../live/records.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyOnlyAdmin } from "../../records/own-deeds.ts";
import { useAtom } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Loadable } from "../../ui/States.tsx";
import { settingsAtom } from "./settings.atoms.ts";

const fields = fieldsOf({
  refundsAlone: { label: "Refunds one person may give", is: SettingsChange.shape.refundsAlone },
});

function RefundsForm(shown: Shown<Settings>) {
  const form = useRecordForm({ ...fields, ...shown, save: saveBy(changeSettings, settingsRecord) });
  return (
    <Form form={form} label="Refunds" plain>
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
              <Facts of={[[fields.labels.refundsAlone, settings.refundsAlone ?? "no limit"]]} />
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
