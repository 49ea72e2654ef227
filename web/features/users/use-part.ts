import { useCallback } from "react";
import type { UserFile } from "#shared/users/user-file.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { type Part, userFileAtomOf, withPart } from "./user-file.atoms.ts";

/** What a form of one part of a user's file is handed: the part, and where a reply about it goes. */
export const usePart = <P extends Part>(file: UserFile, part: P) => {
  const send = useSetAtom(userFileAtomOf(file.user._id));
  const onKnown = useCallback(
    (told: UserFile[P]) => send({ do: "update", change: (known) => withPart(known, part, told) }),
    [send, part],
  );
  return { record: file[part], onKnown };
};
