import { AlertLog } from "./bell/AlertLog.tsx";
import { Drawer } from "./Drawer.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { OperatorMenu } from "./OperatorMenu.tsx";
import { Search } from "./search/Search.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { Trail } from "./Trail.tsx";

export function TopStrip() {
  return (
    <header className="strip">
      <Drawer />
      <Trail />
      <div className="strip-end">
        <LiveIndicator />
        <Search />
        <AlertLog />
        <ThemeSwitch />
        <OperatorMenu />
      </div>
    </header>
  );
}
