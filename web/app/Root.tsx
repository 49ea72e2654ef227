import { ScrollRestoration } from "react-router-dom";
import { Alerts } from "../ui/Alerts.tsx";
import { Dialogs } from "../ui/Dialogs.tsx";
import { LeaveGuard } from "../ui/form/LeaveGuard.tsx";
import { Frame } from "./Frame.tsx";
import { Proof } from "./Proof.tsx";

export function Root() {
  return (
    <>
      <Frame />
      <Dialogs />
      <Proof />
      <LeaveGuard />
      <Alerts />
      <ScrollRestoration />
    </>
  );
}
