import "./replay.css";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { sessionRoom } from "#shared/events/rooms.ts";
import { readCanReplay } from "#shared/transactions/can-case.api.ts";
import type { CanReplay } from "#shared/transactions/can-replay.schema.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withRecord } from "../../live/records.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { oneForKey } from "../../state/one-for-key.ts";
import { Bone } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { spanText } from "../../ui/fact-steps.ts";
import { clockTime, dayOnly, fullTime, lengthOf } from "../../ui/times.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { momentsOf, type ReplayMoment } from "./replay-moments.ts";

/** What happened to a can; the facts of its last command come as they become known. */
const canReplayAtomOf = oneForKey((id: string, sessionId: string) =>
  liveAtom<CanReplay>({
    rooms: [`transaction/${id}`, sessionRoom(sessionId)],
    load: loadBy(readCanReplay, { params: { id } }, ({ replay }) => replay, { isQuiet: true }),
    handlers: {
      "transaction.changed": (known, incoming) => (incoming._id === id ? loadAgain : known),
      "session.row.changed": (known, row) =>
        row.sessionId === sessionId ? { ...known, commands: withRecord(known.commands, row) } : known,
    },
  }),
);

const anHour = 3_600_000;
const gapText = (ms: number): string => (ms < anHour ? spanText(ms) : lengthOf(ms));

function Moment({
  of: { at, lane, words, tone, more, to, afterMs },
  isNewDay,
}: {
  of: ReplayMoment;
  isNewDay: boolean;
}) {
  const moment = Date.parse(at);
  return (
    <li className={`replay-moment replay-${tone}`}>
      <span className="replay-gap figures">{afterMs === null ? "" : `+${gapText(afterMs)}`}</span>
      <span className="replay-dot" aria-hidden="true" />
      <span className="replay-words">
        <span className="muted">{lane}</span>
        {to ? <Link to={to}>{words}</Link> : <b>{words}</b>}
        {more && <span className="replay-more">{more}</span>}
        <time className="figures muted" dateTime={at} title={fullTime(moment)}>
          {isNewDay && `${dayOnly(moment)}, `}
          {clockTime(moment, true)}
        </time>
      </span>
    </li>
  );
}

function Axis({ of }: { of: readonly ReplayMoment[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by the keyboard too.
    <section className="replay" aria-label="From payment to can" tabIndex={0}>
      <ol>
        {of.map((moment, at) => (
          <Moment
            key={`${moment.at} ${moment.lane} ${moment.words}`}
            of={moment}
            isNewDay={dayOnly(Date.parse(moment.at)) !== dayOnly(Date.parse(of[at - 1]?.at ?? "1970-01-01"))}
          />
        ))}
      </ol>
    </section>
  );
}

/** Payment, command, machine and account of one can on one axis, with the time between each two, and a link to it. */
export function Replay({ can }: { can: CanTransaction }) {
  const { copied, copy } = useCopy();
  return (
    <Card
      title="Replay"
      action={
        <Button
          kind="quiet"
          small
          icon={copied ? "pi-check" : "pi-link"}
          onClick={() => void copy(window.location.href)}
        >
          {copied ? "Copied" : "Copy link"}
        </Button>
      }
    >
      <Followed
        atom={useMemo(() => canReplayAtomOf(can._id, can.sessionId), [can._id, can.sessionId])}
        bones={
          <div role="status" aria-label="Loading" className="replay-coming">
            <Bone height="100%" />
          </div>
        }
      >
        {(replay) => <Axis of={momentsOf(replay)} />}
      </Followed>
    </Card>
  );
}
