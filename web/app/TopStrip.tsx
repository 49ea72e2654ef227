import { useRef } from "react";
import { AlertLog } from "./bell/AlertLog.tsx";
import { Drawer } from "./Drawer.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { OperatorMenu } from "./OperatorMenu.tsx";
import { Search } from "./search/Search.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { Trail } from "./Trail.tsx";
import { useOneStop } from "./use-one-stop.ts";

export function TopStrip() {
  const tools = useRef<HTMLDivElement>(null);
  const walk = useOneStop(tools);
  return (
    <header className="strip">
      <Drawer />
      <Trail />
      <div className="strip-end" ref={tools} role="toolbar" aria-label="Tools" onKeyDown={walk}>
        <LiveIndicator />
        <Search />
        <AlertLog />
        <ThemeSwitch />
        <OperatorMenu />
      </div>
    </header>
  );
}
