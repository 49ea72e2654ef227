import type { MachineStatus } from "#shared/machines/machine.rules.ts";

const signs = {
  Online: "pi-circle-fill unit-online",
  Offline: "pi-times-circle unit-offline",
  Unavailable: "pi-minus-circle muted",
};

/** A unit's machine, and whether it is connected: a sign that says so on hover and to readers. */
export function NameCell({ name, status }: { name: string; status: MachineStatus | undefined }) {
  return (
    <>
      {/* It keeps its place while it is not known. */}
      <span
        className={`pi unit-sign ${status ? signs[status] : ""}`}
        {...(status ? { role: "img", "aria-label": status, title: status } : { "aria-hidden": true })}
      />
      {name}
    </>
  );
}
