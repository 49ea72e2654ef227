import { useState } from "react";
import { Button } from "../../ui/Button.tsx";

const isUndecided = () => "Notification" in window && Notification.permission === "default";

/** Asks once whether this browser may notify; nothing where that is decided. */
export function NotifyButton() {
  const [isShown, setShown] = useState(isUndecided);
  if (!isShown) return null;
  return (
    <Button icon="pi-bell" onClick={() => void Notification.requestPermission().then(() => setShown(isUndecided()))}>
      Notify me in this browser
    </Button>
  );
}
