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
import { Popover } from "../../ui/Popover.tsx";
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

function useRowActions({ name, vendingMachineId, hasUnit }: RowActionsProps) {
  const [session, setSession] = useState<string | null>(null);
  const confirm = useConfirm();
  const { doing, during } = useAction<"ping" | "restart">();
  const whyNot = hasUnit ? (doing ? "The command is on its way" : null) : "It has no authorized control unit";
  const send = (type: "ping" | "restart") =>
    during(type, async () => {
      const { sessionId } = await sendCommand(type, { vendingMachineId });
      if (sessionId) setSession(sessionId);
    });
  const restart = async () => {
    if (await confirm(restartQuestion({ name, vendingMachineId }))) await send("restart");
  };
  return {
    whyNot,
    ping: () => void send("ping"),
    restart: () => void restart(),
    test: `${paths.testMachine}?machine=${encodeURIComponent(vendingMachineId)}`,
    answer: session !== null && <Answer key={session} sessionId={session} />,
  };
}

function Actions(props: RowActionsProps) {
  const { name } = props;
  const { whyNot, ping, restart, test, answer } = useRowActions(props);
  return (
    <span className="row-actions">
      <IconButton icon="pi-wave-pulse" small label={`Ping ${name}`} whyNot={whyNot} onClick={ping} />
      <IconButton icon="pi-refresh" small label={`Restart ${name}`} whyNot={whyNot} onClick={restart} />
      <Link
        className="button button-icon button-quiet button-small"
        to={test}
        aria-label={`Test ${name}`}
        title={`Test ${name}`}
      >
        <span className="pi pi-wrench" aria-hidden="true" />
      </Link>
      {answer}
    </span>
  );
}

/** Ping, restart and test of one machine. It does not depend on heartbeats, and scrolling does not wait for it. */
export const RowActions = memo(function Deferred(props: RowActionsProps) {
  return useDeferredValue(true, false) && <Actions {...props} />;
});

function Menu(props: RowActionsProps) {
  const { name } = props;
  const { whyNot, ping, restart, test, answer } = useRowActions(props);
  const item = (words: string, act: () => void, close: () => void) => (
    <button
      type="button"
      role="menuitem"
      className="menu-item"
      disabled={whyNot !== null}
      title={whyNot ?? undefined}
      onClick={() => {
        close();
        act();
      }}
    >
      {words}
    </button>
  );
  return (
    <span className="row-actions row-menu">
      {answer}
      <Popover
        label={`Actions of ${name}`}
        menu
        align="end"
        trigger={(trigger) => (
          <button {...trigger} className="button button-icon button-quiet" aria-label={`Actions of ${name}`}>
            <span className="pi pi-ellipsis-v" aria-hidden="true" />
          </button>
        )}
      >
        {(close) => (
          <>
            {item("Ping", ping, close)}
            {item("Restart", restart, close)}
            <Link role="menuitem" className="menu-item" to={test}>
              Test
            </Link>
          </>
        )}
      </Popover>
    </span>
  );
}

/** The same behind one button, where a card of a phone has no space for three. */
export const RowMenu = memo(Menu);
