import "./profiles.css";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { ChangesLink } from "../../records/ChangesLink.tsx";
import { profileAtomOf } from "../../records/profiles.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { ManageProfile } from "./ManageProfile.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

const back = { to: paths.profiles, words: "Profiles" };
const adding = {
  title: "Add New Profile",
  line: "Its brands and their prices are added afterwards",
  form: <ProfileForm />,
};

/** The profile form, and for a profile that exists the Manage Profile area (specification: Profile); `new` adds one. */
export function Component() {
  return (
    <RecordPage atomOf={profileAtomOf} of={profileRecord} back={back} adding={adding}>
      {(shown) => {
        const { _id, name, brands, gst, cansLimit } = shown.record;
        const limit = cansLimit === 0 ? "no cans limit" : `${cansLimit} cans a day`;
        return (
          <>
            <PageHead
              title={name}
              line={`${countText(brands.length, "brand")} · GST ${gst} % · ${limit}`}
              action={<ChangesLink record={_id} />}
            />
            <div className="profile-parts">
              <div className="profile-terms">
                <Card title="Profile">
                  <ProfileForm shown={shown} />
                </Card>
              </div>
              <ManageProfile {...shown} />
            </div>
          </>
        );
      }}
    </RecordPage>
  );
}
