import * as z from "zod";
import { isDateRange } from "#shared/http/date-range.ts";
import { NewReport, ReportFormat, ReportType } from "#shared/reports/report.schema.ts";
import { DayField } from "../../ui/day/DayField.tsx";
import { type DayRange, daysOfRange, rangeOfDays } from "../../ui/day/day-ranges.ts";
import { serverDay } from "../../ui/day/server-day.ts";
import { ZoneNote } from "../../ui/day/ZoneNote.tsx";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchRowField } from "../../ui/form/SwitchRowField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { requestNewReport } from "./reports.atoms.ts";

const missing = "is required";
const day = z.string().min(1, missing);
/** All of them are required (specification: Checks of forms). */
const RequestedReport = NewReport.extend({
  startDate: day,
  endDate: day,
  reportType: z.enum(ReportType.options, { error: missing }),
  format: ReportFormat,
});

interface Values {
  vendingMachine: string;
  startDate: string;
  endDate: string;
  reportType: ReportType | null;
  format: ReportFormat;
}
const initial: Values = { vendingMachine: "all", startDate: "", endDate: "", reportType: null, format: "xlsx" };
const labels = {
  vendingMachine: "Vending Machine Id",
  startDate: "Start Date",
  endDate: "End Date",
  reportType: "Report Type",
  format: "Format",
};
const types = { Order: "Order", Transaction: "Transaction" } as const satisfies Record<ReportType, string>;
const formats: { value: ReportFormat; label: string }[] = [
  { value: "xlsx", label: "Excel (.xlsx)" },
  { value: "csv", label: "Text (.csv)" },
];

/** What a report is mostly made of. */
const ranges: readonly DayRange[] = ["30 d", "This month", "Last month"];

const isBackwards = ({ startDate, endDate }: Values) =>
  startDate !== "" && endDate !== "" && !isDateRange(startDate, endDate);

/** What is to be downloaded; a worker makes its file. */
export function DownloadForm() {
  const browserAlert = useBrowserAlert();
  const form = useForm<Values, NewReport>({
    schema: RequestedReport,
    initial,
    labels,
    rules: (values) => (isBackwards(values) ? { endDate: "Before the start date" } : {}),
    // The text and the title (specification: Checks of dates).
    onRefused: (_errors, values) =>
      isBackwards(values) && void browserAlert({ title: "Date", text: "Invalid Date Format" }),
    submit: async (body) => ((await requestNewReport(body)) ? { is: "saved", values: initial } : { is: "failed" }),
  });
  const days = {
    days: [form.values.startDate, form.values.endDate],
    onPick: ([start = "", end = ""]: string[]) => {
      form.set("startDate", start);
      form.set("endDate", end);
    },
  };
  const { startDate, endDate } = form.values;
  const range = rangeOfDays(startDate, endDate, serverDay(), ranges);
  const dayOf = (name: "startDate" | "endDate") => {
    const { label, value, onChange, error } = form.field(name);
    return <DayField label={label} value={value} onChange={onChange} error={error} range={days} />;
  };
  return (
    <Form form={form} action="Generate" label="Download Purchase Data">
      <TextField
        {...form.field("vendingMachine")}
        maxLength={64}
        autoComplete="off"
        placeholder="all"
        hint="The id of one vending machine, or all"
      />
      <div className="download-days">
        {dayOf("startDate")}
        {dayOf("endDate")}
      </div>
      <FilterSwitch<DayRange | "">
        label="Days"
        options={ranges}
        value={range}
        onChange={(chosen) => {
          if (chosen === "") return;
          const chosenDays = daysOfRange(chosen, serverDay());
          form.set("startDate", chosenDays.startDate);
          form.set("endDate", chosenDays.endDate);
        }}
      />
      <ZoneNote />
      <div className="form-pair">
        <SwitchRowField {...form.field("reportType")} choices={types} />
        <SelectField
          {...form.field("format")}
          options={formats}
          onChange={(format) => format && form.set("format", format)}
        />
      </div>
    </Form>
  );
}
