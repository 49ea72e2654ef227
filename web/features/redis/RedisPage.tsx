import { PageHead } from "../../ui/PageHead.tsx";

/** A placeholder, as specification section 2 has it. */
export function Component() {
  return (
    <>
      <PageHead title="Redis" />
      <p className="muted">Nothing is kept on this page; what a machine has for sale stands on its own page.</p>
    </>
  );
}
