import "./profiles.css";
import { useCallback, useMemo } from "react";
import { useParams } from "react-router-dom";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { paths } from "../../app/paths.ts";
import { newer } from "../../live/records.ts";
import { profileAtomOf } from "../../records/profiles.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { PageBones } from "../../ui/Bones.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { AddProfileForm } from "./AddProfileForm.tsx";
import { ManageProfile } from "./ManageProfile.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

interface ProfilePartsProps {
  profile: ProductProfile;
  onKnown: (profile: ProductProfile) => void;
}

function ProfileParts({ profile, onKnown }: ProfilePartsProps) {
  const { name, gst, cansLimit, brands } = profile;
  return (
    <>
      <PageHead
        title={name}
        line={[
          `${brands.length} brand${brands.length === 1 ? "" : "s"}`,
          `GST ${gst} %`,
          cansLimit === 0 ? "no cans limit" : `${cansLimit} cans a day`,
        ].join(" · ")}
      />
      <div className="profile-parts">
        <div className="profile-terms">
          <Card title="Profile">
            <ProfileForm profile={profile} onKnown={onKnown} />
          </Card>
        </div>
        <ManageProfile profile={profile} onKnown={onKnown} />
      </div>
    </>
  );
}

/** One profile that exists, true to the moment. */
function ExistingProfile({ id }: { id: string }) {
  const [load, send] = useAtom(useMemo(() => profileAtomOf(id), [id]));
  const onKnown = useCallback(
    (told: ProductProfile) => send({ do: "update", change: (known) => newer(known, told) }),
    [send],
  );
  return (
    <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<PageBones />}>
      {(profile) =>
        profile ? (
          <ProfileParts key={profile._id} profile={profile} onKnown={onKnown} />
        ) : (
          <Empty title={profileRecord.words.removed} action={<ButtonLink to={paths.profiles}>Profiles</ButtonLink>}>
            Somebody removed it while you were looking.
          </Empty>
        )
      }
    </Loadable>
  );
}

/** The profile form, and for a profile that exists the Manage Profile area (specification section 2); `new` adds one. */
export function Component() {
  const { id = "" } = useParams();
  if (id.toLowerCase() !== "new") return <ExistingProfile key={id} id={id} />;
  return (
    <>
      <PageHead title="Add New Profile" line="Its brands and their prices are added afterwards" />
      <Card>
        <AddProfileForm />
      </Card>
    </>
  );
}
