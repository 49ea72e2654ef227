import { randomKey } from "../../http/action-keys.ts";
import { readSetting, writeSetting } from "../../state/settings.ts";

const own = randomKey();
const electedMs = 150;
const signs = ["focus", "pointerdown", "keydown"] as const;

/** Notes in this browser which of its tabs was used last, until this one is closed or the result is called. */
export const keepActiveTab = (): (() => void) => {
  const take = () => {
    if (readSetting("tab") !== own) writeSetting("tab", own);
  };
  const leave = () => {
    if (readSetting("tab") === own) writeSetting("tab", null);
  };
  for (const sign of signs) window.addEventListener(sign, take);
  window.addEventListener("pagehide", leave);
  if (document.hasFocus()) take();
  return () => {
    for (const sign of signs) window.removeEventListener(sign, take);
    window.removeEventListener("pagehide", leave);
    leave();
  };
};

/** Whether this is the tab that was used last. Where that one is closed, one of the others takes its place. */
export const isActiveTab = async (): Promise<boolean> => {
  if (readSetting("tab") === null) {
    // Several find this at once: the last one to write it is the one.
    writeSetting("tab", own);
    await new Promise((resolve) => setTimeout(resolve, electedMs));
  }
  // If nothing can be stored, each tab counts as the one that was used last.
  return (readSetting("tab") ?? own) === own;
};
