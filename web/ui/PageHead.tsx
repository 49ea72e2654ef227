import type { ReactNode } from "react";
import { PhoneActions } from "./PhoneActions.tsx";
import { useIsPhone } from "./use-media.ts";
import { usePageName } from "./use-page-name.ts";

interface PageHeadProps {
  title: string;
  /** Stands before the title: "Inventory of". Unseen on a phone, where the part that is shown says it beneath. */
  lead?: string | undefined;
  /** The record is called by an id: its title is set as ids are. */
  isId?: boolean;
  /** One line that says what is shown: "38 of 212 machines, offline". */
  line?: ReactNode;
  /** State chips beside the title of a record. */
  chips?: ReactNode;
  /** Actions; at most one of them is primary. */
  action?: ReactNode;
}

/** The head of a page. Its title is also the end of the trail and the browser's tab. */
export function PageHead({ title, lead, isId = false, line, chips, action }: PageHeadProps) {
  const isPhone = useIsPhone();
  usePageName(lead ? `${lead} ${title}` : title);
  return (
    <header className="page-head">
      <div className="page-head-words">
        <h1>
          <span className={isId ? "mono" : undefined}>
            {lead && <span className="head-lead">{lead} </span>}
            {title}
          </span>
          {chips}
        </h1>
        {line && <p className="page-line">{line}</p>}
      </div>
      {action && <div className="page-head-action">{isPhone ? <PhoneActions of={action} /> : action}</div>}
    </header>
  );
}
