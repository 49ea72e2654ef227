import "./views.css";
import { later } from "../../ui/later.tsx";
import { Popover } from "../../ui/Popover.tsx";

const Unreached = () => <p className="muted">The views could not be loaded. Try again.</p>;
const ViewsPanel = later(() => import("./ViewsPanel.tsx"), Unreached);

/** The views of this list that the operator has named, and the link to what it shows now. */
export function Views() {
  return (
    <Popover
      label="Views"
      align="end"
      className="views"
      trigger={(trigger) => (
        <button {...trigger} className="button button-plain">
          <span className="pi pi-bookmark" aria-hidden="true" />
          <span className="button-label">Views</span>
        </button>
      )}
    >
      {(close) => <ViewsPanel onGo={close} />}
    </Popover>
  );
}
