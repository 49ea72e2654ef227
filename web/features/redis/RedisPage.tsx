import { PageHead } from "../../ui/PageHead.tsx";

/** A placeholder (specification: Redis). */
export function Component() {
  return (
    <>
      <PageHead title="Redis" />
      <p className="muted">Nothing is kept on this page; what a machine has for sale stands on its own page.</p>
    </>
  );
}
