import { memo, useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import { paths } from "../../app/paths.ts";
import { sendCommand } from "../../http/send-command.ts";
import { sessionAtomOf } from "../../live/session-rows.ts";
import { restartQuestion } from "../../records/restart-question.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { IconButton } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { useAction } from "../../ui/use-action.ts";

interface RowActionsProps {
  name: string;
  vendingMachineId: string;
  hasUnit: boolean;
}

/** What the unit said, as it is known; leads to the session. */
function Answer({ sessionId }: { sessionId: string }) {
  const row = useAtomValue(useMemo(() => sessionAtomOf(sessionId), [sessionId])).data?.rows[0];
  const isOver = row !== undefined && row.endedAt !== null;
  const words = !isOver ? "Waiting" : endedBadly(row) ? "No answer" : "Answered";
  return (
    <Link
      to={`${paths.testMachine}?session=${encodeURIComponent(sessionId)}`}
      className={`row-answer${isOver && endedBadly(row) ? " row-answer-bad" : ""}`}
    >
      <span role="status">{words}</span>
    </Link>
  );
}

function Actions({ name, vendingMachineId, hasUnit }: RowActionsProps) {
  const [session, setSession] = useState<string | null>(null);
  const confirm = useConfirm();
  const { doing, during } = useAction<"ping" | "restart">();
  const whyNot = hasUnit
    ? doing
      ? "The command is on its way"
      : null
    : "It has no control unit that may speak for it";
  const send = (type: "ping" | "restart") =>
    during(type, async () => {
      const { sessionId } = await sendCommand(type, { vendingMachineId });
      if (sessionId) setSession(sessionId);
    });
  const restart = async () => {
    if (await confirm(restartQuestion({ name, vendingMachineId }))) await send("restart");
  };
  return (
    <span className="row-actions">
      <IconButton icon="pi-wave-pulse" small label={`Ping ${name}`} whyNot={whyNot} onClick={() => void send("ping")} />
      <IconButton icon="pi-refresh" small label={`Restart ${name}`} whyNot={whyNot} onClick={() => void restart()} />
      <Link
        className="button button-icon button-quiet button-small"
        to={`${paths.testMachine}?machine=${encodeURIComponent(vendingMachineId)}`}
        aria-label={`Test ${name}`}
        title={`Test ${name}`}
      >
        <span className="pi pi-wrench" aria-hidden="true" />
      </Link>
      {session !== null && <Answer key={session} sessionId={session} />}
    </span>
  );
}

/** Ping, restart and test of one machine. It does not depend on heartbeats, and scrolling does not wait for it. */
export const RowActions = memo(function Deferred(props: RowActionsProps) {
  return useDeferredValue(true, false) && <Actions {...props} />;
});
