import { useMemo, useState } from "react";
import { readUnitMessages } from "#shared/machines/unit-messages.api.ts";
import type { UnitMessage } from "#shared/machines/unit-messages.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { useAtom } from "../../state/jotai.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { serverDay } from "../../ui/day/server-day.ts";
import { Empty, Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { clockTime, fullTime } from "../../ui/times.ts";

const messagesOf = (id: string) =>
  liveAtom<{ serialNumber: string | null; messages: UnitMessage[] }>({
    rooms: [],
    load: loadBy(readUnitMessages, { params: { id } }, ({ serialNumber, messages }) => ({ serialNumber, messages })),
    handlers: {},
  });

const shown = ["Without heartbeats", "All"] as const;
const topicOf = ({ direction, topic }: UnitMessage) => `${direction}/${topic}`;

/** One JSON object per line, as command-line tools read it. */
const asLines = (messages: readonly UnitMessage[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join("");

const whyNone = (serialNumber: string | null, messages: readonly UnitMessage[]): string => {
  if (serialNumber === null) return "This machine has no control unit";
  return messages.length > 0 ? "Only heartbeats in the last six hours" : "No message in the last six hours";
};

function Lines({ messages }: { messages: readonly UnitMessage[] }) {
  return (
    <ul className="message-lines">
      {messages.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two messages of one moment may be alike.
        <li key={`${message.at} ${place}`} className="history-line">
          <time className="figures muted" dateTime={message.at} title={fullTime(Date.parse(message.at))}>
            {clockTime(Date.parse(message.at), true)}
          </time>
          <span
            className={`pi ${message.direction === "up" ? "pi-arrow-up" : "pi-arrow-down"} history-sign`}
            aria-hidden="true"
          />
          <div className="history-words">
            <p className="mono">
              {topicOf(message)}
              {message.isDropped && ", dropped"}
            </p>
            <p className="mono muted message-body">{message.body}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The MQTT messages of a machine's unit in the last six hours, as they were when they were read. */
export default function MessagesCard({ machine }: { machine: string }) {
  const [load, send] = useAtom(useMemo(() => messagesOf(machine), [machine]));
  const [which, setWhich] = useState<(typeof shown)[number]>("Without heartbeats");
  const chosen = (messages: readonly UnitMessage[]) =>
    messages.filter(({ topic }) => which === "All" || topic !== "live");
  const known = load.data;
  return (
    <Card
      title="Messages"
      action={
        <div className="actions">
          <Button icon="pi-refresh" onClick={() => send({ do: "retry" })}>
            Read again
          </Button>
          <Button
            icon="pi-download"
            whyNot={known ? null : "Nothing is shown yet"}
            onClick={() =>
              known &&
              saveFile(
                `messages-${known.serialNumber ?? "unit"}-${serverDay()}.jsonl`,
                new Blob([asLines(chosen(known.messages))], { type: "application/jsonl" }),
              )
            }
          >
            Export
          </Button>
        </div>
      }
    >
      <p className="muted">
        Messages between Cansole and the unit in the last six hours: at most 200, and one heartbeat a minute. Keys,
        codes and phone numbers are left out.
      </p>
      <SwitchRow label="Messages" options={shown} value={which} onChange={setWhich} />
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LineBones />}>
        {({ serialNumber, messages }) =>
          chosen(messages).length === 0 ? (
            <Empty title={whyNone(serialNumber, messages)} icon="pi-envelope" />
          ) : (
            <Lines messages={chosen(messages)} />
          )
        }
      </Loadable>
    </Card>
  );
}
