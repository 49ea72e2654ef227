import { later } from "../later.tsx";
import { Popover } from "../Popover.tsx";
import type { DayCalendarProps } from "./day-calendar.ts";

const Unreached = () => <p className="calendar-unreached">The calendar could not be loaded. Type the date instead.</p>;

const DayCalendar = later(() => import("./DayCalendar.tsx"), Unreached);

/** The button inside a field for a day; its calendar's code comes when it is first opened. */
export function CalendarButton({ labelId, onPick, ...shown }: Omit<DayCalendarProps, "onLeave"> & { labelId: string }) {
  return (
    <Popover
      label="Calendar"
      trigger={(trigger) => (
        <button {...trigger} className="day-sign" aria-label="Open calendar" aria-describedby={labelId}>
          <span className="pi pi-calendar" aria-hidden="true" />
        </button>
      )}
    >
      {(close) => (
        <div className="calendar-room">
          <DayCalendar
            {...shown}
            onLeave={close}
            onPick={(days) => {
              onPick(days);
              close();
            }}
          />
        </div>
      )}
    </Popover>
  );
}
