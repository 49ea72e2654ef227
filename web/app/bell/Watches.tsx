import type { Operator } from "#shared/auth/auth.schema.ts";
import { PendingCountsWatch } from "../pending-counts/PendingCountsWatch.tsx";
import { AlarmNews } from "./AlarmNews.tsx";
import { EventWatch } from "./EventWatch.tsx";
import { ReportWatch } from "./ReportWatch.tsx";

/** What is followed on every page, once the first page has its own data. */
export default function Watches({ operator, openedAt }: { operator: Operator; openedAt: number }) {
  return (
    <>
      <PendingCountsWatch operator={operator} />
      <ReportWatch operator={operator._id} />
      <AlarmNews operator={operator._id} openedAt={openedAt} />
      <EventWatch operator={operator._id} />
    </>
  );
}
