import { PageHead } from "../ui/PageHead.tsx";
import { usePage } from "./Trail.tsx";

/** Stands on a route whose page is not built yet: one sentence that says what it will do. */
export function ComingLater() {
  const page = usePage();
  if (!page) return null;
  return (
    <>
      <PageHead title={page.title} />
      <section className="card calm calm-later">
        <span className="pi pi-clock calm-sign" aria-hidden="true" />
        <p>{page.later}</p>
        <p className="muted">This page is on its way.</p>
      </section>
    </>
  );
}
