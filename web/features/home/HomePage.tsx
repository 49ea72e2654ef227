import "./home.css";
import { useCallback, useState } from "react";
import { paths } from "../../app/paths.ts";
import { CardListPage } from "../../recipes/CardListPage.tsx";
import type { Choice } from "../../recipes/use-found.ts";
import { machinesAtom } from "../../records/machines.atoms.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import { requestsAtom } from "../../records/requests.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { loading } from "../../state/load.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { readSetting, type Setting, writeSetting } from "../../state/settings.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { FailedVends } from "./FailedVends.tsx";
import { type HomeState, homeStates, homeTones, isIn, moreOf, nameOf, rankOf, textOf } from "./find-cards.ts";
import { homeCardsAtom, type MachineCard } from "./home-cards.ts";
import { TileBones, TileGrid } from "./TileGrid.tsx";
import { useTogether } from "./use-together.ts";
import { WaitingUnits } from "./WaitingUnits.tsx";

const state: Choice<MachineCard, HomeState> = {
  key: "state",
  label: "State",
  options: homeStates,
  isIn,
  moreOf,
  tones: homeTones,
};
const views = ["Cards", "Board"] as const;
const Board = later(async () => ({ default: (await import("./Board.tsx")).Board }));

const WhileAway = later(() => import("./away/WhileAway.tsx"), Nothing);
const RiskOrder = later(() => import("./RiskOrder.tsx"), Nothing);
const FirstRun = later(() => import("./first-run/FirstRun.tsx"));
/** Until the first machine has a control unit. */
const beginning = (all: readonly MachineCard[]) => all.every(({ record }) => record.unit === null) && <FirstRun />;

/** How the network is doing. */
const lineOf = (all: readonly MachineCard[]): string => {
  const online = all.filter((card) => isIn(card, "Online")).length;
  return `${countText(all.length, "vending machine")}, ${online.toLocaleString("en-IN")} online`;
};

/** All vending machines (specification: Home), what needs somebody first, true to the moment. */
export function Component() {
  // From the sign-in until it is closed; it comes with the cards, which it would move.
  const [away, setAway] = useState(() => readSetting("away") && "coming");
  const others = [useAtomValue(requestsAtom), useAtomValue(needsActionAtom)];
  const load = useTogether(useAtomValue(homeCardsAtom), away === "coming" ? [...others, loading] : others);
  const send = useSetAtom(machinesAtom);
  const [rank, setRank] = useState({ of: rankOf });
  const onRank = useCallback((of: typeof rankOf | null) => setRank({ of: of ?? rankOf }), []);
  const operator = useAtomValue(operatorAtom);
  const setting: Setting = `home:${operator?._id ?? ""}`;
  const [view, setView] = useState(() => views.find((one) => one === readSetting(setting)) ?? "Cards");
  const isPhone = useMedia("(max-width: 639.98px)");
  // On a phone they stand in the row that scrolls, so that the first machine stands higher.
  const pending = load.data && (
    <>
      <WaitingUnits />
      <FailedVends />
    </>
  );
  return (
    <div className="home">
      <CardListPage
        title="Home"
        things={["vending machine", "vending machines"]}
        of={load}
        onRetry={() => send({ do: "retry" })}
        nameOf={nameOf}
        textOf={textOf}
        rankOf={rank.of}
        placeholder="Name, id, location or profile"
        choice={state}
        lineOf={lineOf}
        add={{ to: paths.addMachine, words: "Add Vending Machine" }}
        actions={
          <>
            <ButtonLink to={paths.registered}>Vending Machine List</ButtonLink>
            <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
          </>
        }
        pending={!isPhone && pending}
        notice={
          away && (
            <WhileAway
              onKnown={() => setAway("known")}
              onClose={() => {
                writeSetting("away", null);
                setAway(null);
              }}
            />
          )
        }
        view={
          <>
            {isPhone && pending}
            {load.data?.some((card) => isIn(card, "Offline") || isIn(card, "Sold out")) && (
              <RiskOrder cards={load.data} onRank={onRank} />
            )}
            <SwitchRow
              label="View"
              options={views}
              value={view}
              onChange={(chosen) => {
                setView(chosen);
                writeSetting(setting, chosen);
              }}
            />
          </>
        }
        empty={{
          icon: "pi-inbox",
          words: "Machines stand here once they are added, and show whether they are online.",
        }}
        beginning={beginning}
        bones={<TileBones />}
      >
        {(shown) => (view === "Board" ? <Board cards={shown} /> : <TileGrid cards={shown} />)}
      </CardListPage>
    </div>
  );
}
