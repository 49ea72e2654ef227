import { paths } from "../app/paths.ts";
import { ButtonLink } from "../ui/Button.tsx";

/** From a record to who changed it, when and how. */
export const ChangesLink = ({ record }: { record: string }) => (
  <ButtonLink icon="pi-history" to={`${paths.audit}?record=${record}`}>
    Changes
  </ButtonLink>
);
