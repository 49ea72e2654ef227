import { useState } from "react";
import { useAtom } from "../../state/jotai.ts";
import { soundAtom } from "../../state/sound.atoms.ts";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { playTone } from "../pending-counts/tone.ts";

const refused = "This browser blocks sounds: allow sound for this page in its settings";

/** Whether this browser sounds; switched on it sounds at once, as a try. */
export function SoundSwitch() {
  const [sounds, setSounds] = useAtom(soundAtom);
  const [isRefused, setRefused] = useState(false);
  const change = (on: boolean) => {
    setSounds(on);
    setRefused(false);
    if (on) void playTone().then((played) => setRefused(!played));
  };
  return (
    <div className="log-sound">
      <SwitchField
        name="sound"
        label="Sound in this browser"
        value={sounds}
        onChange={change}
        error={isRefused ? refused : undefined}
        hint="When something new needs attention, such as an offline machine or a can that did not come out"
      />
    </div>
  );
}
