import "./home.css";
import { useCallback, useMemo, useState } from "react";
import { CardListPage } from "../../recipes/CardListPage.tsx";
import type { Choice } from "../../recipes/use-found.ts";
import { alarmsAtom } from "../../records/alarms.atoms.ts";
import { wholeMachines } from "../../records/machines.atoms.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import { requestsAtom } from "../../records/requests.atoms.ts";
import { store, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { loading } from "../../state/load.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { readSetting, type Setting, writeSetting } from "../../state/settings.ts";
import { countText } from "../../ui/count-text.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { type Rank, rankByAlarms } from "./alarm-rank.ts";
import { type HomeState, isIn, moreOf, nameOf, textOf } from "./find-cards.ts";
import { homeCardsAtom, type MachineCard } from "./home-cards.ts";
import { homeFrame, useAboveCards } from "./home-frame.tsx";
import { TileBones, TileGrid } from "./TileGrid.tsx";
import { useTogether } from "./use-together.ts";

const state: Choice<MachineCard, HomeState> = { ...homeFrame.choice, isIn, moreOf };
const views = ["Cards", "Board"] as const;
const Board = later(async () => ({ default: (await import("./Board.tsx")).Board }));

const RiskOrder = later(() => import("./RiskOrder.tsx"), Nothing);
const FirstRun = later(() => import("./first-run/FirstRun.tsx"));
const fetchPages = () => import("./HomePages.tsx");
const HomePages = later(fetchPages);
/** Until the first machine has a control unit. */
const beginning = (all: readonly MachineCard[]) => all.every(({ record }) => record.unit === null) && <FirstRun />;

/** How the network is doing. */
const lineOf = (all: readonly MachineCard[]): string => {
  const online = all.filter((card) => isIn(card, "Online")).length;
  return `${countText(all.length, "vending machine")}, ${online.toLocaleString("en-IN")} online`;
};

/** All of them at once. */
function WholeHome() {
  const { isComing, besides, notice } = useAboveCards();
  const alarms = useAtomValue(alarmsAtom);
  const others = [useAtomValue(requestsAtom), useAtomValue(needsActionAtom), alarms];
  const load = useTogether(useAtomValue(homeCardsAtom), isComing ? [...others, loading] : others);
  const send = useSetAtom(wholeMachines.listAtom);
  const byAlarms = useMemo(() => rankByAlarms(alarms.data ?? []), [alarms.data]);
  const [chosen, setChosen] = useState<Rank | null>(null);
  const onRank = useCallback((rank: Rank | null) => setChosen(() => rank), []);
  const operator = useAtomValue(operatorAtom);
  const setting: Setting = `home:${operator?._id ?? ""}`;
  const [view, setView] = useState(() => views.find((one) => one === readSetting(setting)) ?? "Cards");
  const { pending, inRow } = besides(load.data !== undefined);
  return (
    <CardListPage
      {...homeFrame}
      of={load}
      onRetry={() => send({ do: "retry" })}
      nameOf={nameOf}
      textOf={textOf}
      rankOf={chosen ?? byAlarms}
      choice={state}
      lineOf={lineOf}
      pending={pending}
      notice={notice}
      view={
        <>
          {inRow}
          <SwitchRow
            label="View"
            options={views}
            value={view}
            onChange={(next) => {
              setView(next);
              writeSetting(setting, next);
            }}
          />
          <span className="risk-order">
            {load.data?.some((card) => isIn(card, "Offline") || isIn(card, "Sold out")) && (
              <RiskOrder cards={load.data} otherwise={byAlarms} onRank={onRank} />
            )}
          </span>
        </>
      }
      beginning={beginning}
      bones={<TileBones />}
    >
      {(shown) => (view === "Board" ? <Board cards={shown} /> : <TileGrid cards={shown} />)}
    </CardListPage>
  );
}

/** All vending machines (specification: Home), what needs somebody first, true to the moment. */
export function Component() {
  const isMany = useAtomValue(wholeMachines.manyAtom) > 0;
  return <div className="home">{isMany ? <HomePages /> : <WholeHome />}</div>;
}

export const first = async () => [
  store.get(wholeMachines.manyAtom) > 0 ? (await fetchPages()).firstAtom() : homeCardsAtom,
  ...[requestsAtom, needsActionAtom, alarmsAtom],
];
