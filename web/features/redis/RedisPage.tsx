import { paths } from "../../app/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";

/** A placeholder (specification: Redis). */
export function Component() {
  return (
    <>
      <PageHead title="Redis" />
      <Empty title="This page is empty" icon="pi-database" action={<ButtonLink to={paths.home}>Home</ButtonLink>}>
        Each machine's page shows what it has for sale.
      </Empty>
    </>
  );
}
