import "./phone-bar.css";
import { useState } from "react";
import { NavLink } from "react-router-dom";
import { useAtomValue } from "../../state/jotai.ts";
import { badgesAtom } from "../../state/pending-counts.atoms.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { DrawerDialog } from "../Drawer.tsx";
import { PendingBadge } from "../PendingBadge.tsx";
import { pages } from "../pages.ts";
import { paths } from "../paths.ts";

const ScanSheet = later(() => import("./ScanSheet.tsx"), Nothing);

interface PlaceProps {
  page: "home" | "alarms" | "liveStatus" | "testMachine";
  icon: string;
  word: string;
}

function Place({ page, icon, word }: PlaceProps) {
  const badge = useAtomValue(badgesAtom)[page];
  return (
    <NavLink
      to={paths[page]}
      end={page === "home"}
      className="phone-place"
      title={pages[page].title}
      aria-label={badge && `${word}, ${badge.words}`}
    >
      <span className={`pi ${icon}`} aria-hidden="true" />
      <PendingBadge of={badge} />
      {word}
    </NavLink>
  );
}

/** The bar beneath a thumb: where a technician goes most, the camera for a machine's code, and all else behind Menu. */
export default function PhoneBar() {
  const [shown, setShown] = useState<"scan" | "menu" | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <nav className="phone-bar" aria-label="Thumb">
        <Place page="home" icon="pi-home" word="Home" />
        <Place page="alarms" icon="pi-bell" word="Alarms" />
        <Place page="liveStatus" icon="pi-wifi" word="Live" />
        <button type="button" className="phone-place" onClick={() => setShown("scan")}>
          <span className="pi pi-qrcode" aria-hidden="true" />
          Scan
        </button>
        <Place page="testMachine" icon="pi-wrench" word="Test" />
        <button type="button" className="phone-place" onClick={() => setShown("menu")}>
          <span className="pi pi-bars" aria-hidden="true" />
          Menu
        </button>
      </nav>
      {shown === "menu" && <DrawerDialog onClose={close} />}
      {shown === "scan" && <ScanSheet onClose={close} />}
    </>
  );
}
