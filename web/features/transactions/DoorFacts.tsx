import { useMemo } from "react";
import { sessionAtomOf } from "../../live/session-rows.ts";
import { useAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { FactMarks } from "../../ui/FactMarks.tsx";
import { Loadable } from "../../ui/States.tsx";
import { reasonText } from "../../ui/session-words.ts";

/** What is known of the container's door: acknowledged, opened, closed, each with its time, true to the moment. */
export function DoorFacts({ sessionId }: { sessionId: string }) {
  const [load, send] = useAtom(useMemo(() => sessionAtomOf(sessionId), [sessionId]));
  return (
    <Card title="Door">
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<p className="muted">Loading the door</p>}>
        {({ rows }) => (
          <>
            {rows.map((row) => (
              <div key={row._id} className="can-door">
                <FactMarks row={row} />
                {reasonText(row) && <p className="can-reason">{reasonText(row)}</p>}
              </div>
            ))}
          </>
        )}
      </Loadable>
    </Card>
  );
}
