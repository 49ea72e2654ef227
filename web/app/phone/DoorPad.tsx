import { useMemo } from "react";
import { containersAtomOf } from "../../records/containers.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { Empty, Loadable } from "../../ui/States.tsx";
import { actionItem } from "../search/find-actions.ts";
import { useGo } from "../search/use-go.ts";
import type { FoundMachine } from "./find-machine.ts";

/** The doors of the machine that somebody stands before: a touch requests confirmation, and opens one. */
export function DoorPad({ machine, onClose }: { machine: FoundMachine; onClose: () => void }) {
  const { state: _state, ...named } = machine;
  const [load, send] = useAtom(useMemo(() => containersAtomOf(machine._id, null), [machine._id]));
  const goTo = useGo();
  const open = (container: string) => {
    onClose();
    void goTo(actionItem({ do: "open", machine: named, container }));
  };
  return (
    <section aria-labelledby="door-pad">
      <h3 id="door-pad" className="muted">
        Open a door
      </h3>
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(containers) =>
          containers.length === 0 ? (
            <Empty title="No container yet">Its inventory adds them.</Empty>
          ) : (
            <div className="door-pad">
              {containers.map(({ _id, containerId, brand }) => (
                <button
                  key={_id}
                  type="button"
                  aria-label={`Open container ${containerId}`}
                  title={brand}
                  onClick={() => open(containerId)}
                >
                  {containerId}
                </button>
              ))}
            </div>
          )
        }
      </Loadable>
    </section>
  );
}
