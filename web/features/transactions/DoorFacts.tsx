import { useMemo } from "react";
import { sessionAtomOf } from "../../live/session-rows.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { LineBones } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { FactMarks } from "../../ui/FactMarks.tsx";
import { reasonText } from "../../ui/session-words.ts";

/** What is known of the container's door: acknowledged, opened, closed, each with its time, true to the moment. */
export function DoorFacts({ sessionId }: { sessionId: string }) {
  return (
    <Card title="Door">
      <Followed atom={useMemo(() => sessionAtomOf(sessionId), [sessionId])} bones={<LineBones lines={2} />}>
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
      </Followed>
    </Card>
  );
}
