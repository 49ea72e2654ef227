import { type ReactNode, useState } from "react";
import { paths } from "../../app/paths.ts";
import { readSetting, writeSetting } from "../../state/settings.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { later, Nothing } from "../../ui/later.tsx";
import { useIsPhone } from "../../ui/use-media.ts";
import { homeStates, homeTones } from "./find-cards.ts";
import { FailedVends, WaitingUnits } from "./WaitingChips.tsx";

const WhileAway = later(() => import("./away/WhileAway.tsx"), Nothing);

/** What Home is, however many machines there are. */
export const homeFrame = {
  title: "Home",
  things: ["vending machine", "vending machines"],
  placeholder: "Name, id or location",
  choice: { key: "state", label: "State", options: homeStates, tones: homeTones },
  add: { to: paths.addMachine, words: "Add Vending Machine" },
  actions: (
    <>
      <ButtonLink to={paths.registered}>Vending Machine List</ButtonLink>
      <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
    </>
  ),
  empty: {
    icon: "pi-inbox",
    words: "Machines appear here once they are added and show whether they are online.",
  },
} as const;

/** What stands above the cards, and whether it is still to come. */
export function useAboveCards() {
  // From the sign-in until it is closed; it comes with the cards, which it would move.
  const [away, setAway] = useState(() => readSetting("away") && "coming");
  const isPhone = useIsPhone();
  const waiting = (
    <>
      <WaitingUnits />
      <FailedVends />
    </>
  );
  const close = () => {
    writeSetting("away", null);
    setAway(null);
  };
  return {
    isComing: away === "coming",
    // On a phone they stand in the row that scrolls, so that the first machine stands higher.
    besides: (isKnown: boolean): { pending: ReactNode; inRow: ReactNode } => ({
      pending: isKnown && !isPhone && waiting,
      inRow: isKnown && isPhone && waiting,
    }),
    notice: away && <WhileAway onKnown={() => setAway("known")} onClose={close} />,
  };
}
