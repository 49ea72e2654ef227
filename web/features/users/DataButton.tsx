import { readUserData } from "#shared/users/user.api.ts";
import { call } from "../../http/call.ts";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { Button } from "../../ui/Button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useAction } from "../../ui/use-action.ts";

/** Saves all that is kept about a user as user-{id}.json. */
export function DataButton({ user }: { user: string }) {
  const whyNot = useWhyOnlyAdmin("user-data");
  const { doing, during } = useAction<"download">();
  const download = () =>
    during("download", async () => {
      const outcome = await call(readUserData, { params: { id: user } });
      if (outcome.is === "done" && outcome.file) saveFile(`user-${user}.json`, outcome.file.content);
    });
  return (
    <Button
      kind="quiet"
      icon="pi-download"
      working={doing !== null}
      whyNot={whyNot}
      onClick={() => void download()}
      title="All data stored about this user, as a JSON file"
    >
      Download Data
    </Button>
  );
}
