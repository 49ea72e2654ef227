import { changeSettings, readSettings } from "#shared/settings/settings.api.ts";
import { settingsRecord } from "#shared/settings/settings.record.ts";
import { alone, type Settings, settingsId } from "#shared/settings/settings.schema.ts";
import { saveBy } from "../../http/save-edit.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { newer } from "../../live/records.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { useAtom } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Loadable } from "../../ui/States.tsx";

/** Settings of the whole console, kept up to date. */
const settingsAtom = liveAtom<Settings>({
  rooms: [`settings/${settingsId}`],
  load: loadBy(readSettings, {}, ({ settings }) => settings),
  handlers: { "settings.changed": (known, incoming) => newer(known, incoming) },
});

const fields = fieldsOf({
  refundsAlone: { label: "Refunds one person may give", is: alone.refundsAlone },
  cansAlone: { label: "Cans one person may change", is: alone.cansAlone },
  depositAlone: { label: "Deposit one person may change", is: alone.depositAlone },
  slotsAlone: { label: "Deposit slots one person may change", is: alone.slotsAlone },
});

const further = "Per customer and day. More needs another operator. Empty: no limit";
const shownOf = (settings: Settings) =>
  (Object.keys(alone) as (keyof typeof alone)[]).map((name): [string, string] => [
    fields.labels[name],
    settings[name] === null ? "no limit" : String(settings[name]),
  ]);

function AloneForm(shown: Shown<Settings>) {
  const form = useRecordForm({ ...fields, ...shown, save: saveBy(changeSettings, settingsRecord) });
  return (
    <Form form={form} label="Second person" plain>
      <NumberField
        {...form.field("refundsAlone")}
        hint="Per customer and day. More need another operator. Empty: no limit"
        unitAfter="a day"
      />
      <NumberField {...form.field("cansAlone")} hint={`By hand, up or down. ${further}`} unitAfter="a day" />
      <NumberField
        {...form.field("depositAlone")}
        hint={`Deposit and security deposit together. ${further}`}
        unitBefore="₹"
        unitAfter="a day"
      />
      <NumberField
        {...form.field("slotsAlone")}
        hint={`Bought, used and free ones together. ${further}`}
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
      <PageHead title="Settings" line={why ?? "For the whole console"} />
      <Card title="Second Person">
        <Loadable of={load} onRetry={() => send({ do: "retry" })}>
          {(settings) =>
            why ? (
              <Facts of={shownOf(settings)} />
            ) : (
              <AloneForm
                record={settings}
                onKnown={(incoming) => send({ do: "update", change: (known) => newer(known, incoming) })}
              />
            )
          }
        </Loadable>
      </Card>
    </>
  );
}
