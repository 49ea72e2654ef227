import { ScrollRestoration } from "react-router-dom";
import { Alerts } from "../ui/Alerts.tsx";
import { Dialogs } from "../ui/Dialogs.tsx";
import { LeaveGuard } from "../ui/form/LeaveGuard.tsx";
import { Frame, Moved, TabTitle } from "./Frame.tsx";
import { Proof } from "./Proof.tsx";

export function Root() {
  return (
    <>
      <Frame />
      <TabTitle />
      <Moved />
      <Dialogs />
      <Proof />
      <LeaveGuard />
      <Alerts />
      <ScrollRestoration />
    </>
  );
}
