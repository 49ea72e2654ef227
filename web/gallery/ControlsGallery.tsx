import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Check } from "../ui/Check.tsx";
import { DateRange } from "../ui/DateRange.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { DayField } from "../ui/day/DayField.tsx";
import { FilterText } from "../ui/FilterText.tsx";
import { MultiSelectField } from "../ui/form/MultiSelectField.tsx";
import { NumberField } from "../ui/form/NumberField.tsx";
import { SelectField } from "../ui/form/SelectField.tsx";
import { SwitchField } from "../ui/form/SwitchField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Progress } from "../ui/Progress.tsx";
import { SwitchRow } from "../ui/SwitchRow.tsx";

const options = ["Amber Ale", "Birch Cola", "Citrus Fizz", "Dark Malt", "Elder Tonic", "Fig Soda"].map((label) => ({
  value: label,
  label,
}));
const many = [
  ...options,
  ...["Ginger Beer", "Hop Water", "Iced Tea", "Jasmine Tea"].map((label) => ({ value: label, label })),
];
const states = ["All", "Online", "Offline"] as const;
const nothing = () => undefined;
const brandsSummary = (count: number) => `${count} brands`;

function Lists({ name }: { name: string }) {
  const [brand, setBrand] = useState<string | null>("Birch Cola");
  const [flavour, setFlavour] = useState<string | null>(null);
  return (
    <>
      <SelectField
        id={`${name}-brand`}
        name="brand"
        label="Brand"
        value={brand}
        onChange={setBrand}
        options={options}
        clearable
      />
      <SelectField
        id={`${name}-flavour`}
        name="flavour"
        label="Flavour"
        value={flavour}
        onChange={setFlavour}
        options={many}
      />
    </>
  );
}

function Brands() {
  const [few, setFew] = useState<string[]>(["Dark Malt"]);
  const [several, setSeveral] = useState<string[]>([]);
  const chosen = { name: "brands", summary: brandsSummary };
  return (
    <>
      <MultiSelectField {...chosen} id="few" label="Brands" value={few} onChange={setFew} options={options} />
      <MultiSelectField {...chosen} id="all" label="All brands" value={several} onChange={setSeveral} options={many} />
    </>
  );
}

function Days() {
  const [day, setDay] = useState("2026-11-21");
  const [range, setRange] = useState({ startDate: "", endDate: "" });
  return (
    <>
      <DayField label="Since" value={day} onChange={setDay} max="2026-11-25" />
      <div className="filters">
        <FilterText label="Phone" value="" onCommit={nothing} placeholder="98…" />
        <DateRange {...range} onChange={setRange} />
      </div>
    </>
  );
}

function Ticks() {
  const [all, setAll] = useState(true);
  const [active, setActive] = useState(true);
  const [shown, setShown] = useState<(typeof states)[number]>("All");
  const counts = { All: 212, Online: 208, Offline: 4 };
  return (
    <>
      <Check checked={all} onChange={setAll}>
        all
      </Check>
      <SwitchField id="active" name="active" label="Active" value={active} onChange={setActive} />
      <SwitchRow label="Status" options={states} value={shown} onChange={setShown} counts={counts} />
      <Progress label="Upload" done={0.4} />
    </>
  );
}

/** What cannot be changed is sunken and muted, never a pale primary. */
const Disabled = () => (
  <>
    <TextField id="d-text" name="text" label="Text" value="Gate 9" onChange={nothing} disabled />
    <NumberField id="d-number" name="number" label="Number" value={40} onChange={nothing} unitBefore="₹" disabled />
    <SelectField id="d-one" name="one" label="One" value="Birch Cola" onChange={nothing} options={options} disabled />
    <MultiSelectField
      id="d-many"
      name="many"
      label="Many"
      value={["Dark Malt"]}
      onChange={nothing}
      options={options}
      summary={brandsSummary}
      disabled
    />
    <Check checked onChange={nothing} disabled>
      all
    </Check>
    <SwitchField id="d-switch" name="switch" label="Switch" value onChange={nothing} disabled />
    <div className="toolbar">
      <Button kind="primary" disabled>
        Primary
      </Button>
      <Button disabled>Plain</Button>
      <Button kind="quiet" disabled>
        Quiet
      </Button>
    </div>
  </>
);

/** Every control once, and each in which lists open over something else. */
export function ControlsGallery() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHead title="Controls" line="Every control once" />
      <div className="columns">
        <Card title="One of several">
          <div className="form">
            <Lists name="card" />
            <Button onClick={() => setOpen(true)}>Open dialog</Button>
          </div>
        </Card>
        <Card title="Several of many">
          <div className="form">
            <Brands />
          </div>
        </Card>
        <Card title="Days">
          <div className="form">
            <Days />
          </div>
        </Card>
        <Card title="Ticks and switches">
          <div className="form">
            <Ticks />
          </div>
        </Card>
        <Card title="Disabled">
          <div className="form">
            <Disabled />
          </div>
        </Card>
      </div>
      {isOpen && (
        <Dialog
          title="Add brand"
          onClose={() => setOpen(false)}
          foot={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <div className="form">
            <Lists name="dialog" />
          </div>
        </Dialog>
      )}
    </>
  );
}
