import { paths } from "../../app/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";

/** A placeholder (specification: Redis). */
export function Component() {
  return (
    <>
      <PageHead title="Redis" />
      <Empty
        title="Nothing is kept on this page"
        icon="pi-database"
        action={<ButtonLink to={paths.home}>Home</ButtonLink>}
      >
        What a machine has for sale stands on its own page.
      </Empty>
    </>
  );
}
