import "./profiles.css";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { LinkCardsPage } from "../../recipes/LinkCardsPage.tsx";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { ProfileCard } from "./ProfileCard.tsx";

const nameOf = ({ name }: ProductProfile): string => name;
const textOf = ({ name, brands }: ProductProfile): string => [name, ...brands.map(({ brand }) => brand)].join("\n");

/** The product profiles, each a price list that machines follow (specification: Profiles). */
export const Component = () => (
  <LinkCardsPage
    atom={profilesAtom}
    title="Profiles"
    things={["profile", "profiles"]}
    nameOf={nameOf}
    textOf={textOf}
    placeholder="Name or a brand in it"
    add={{ to: pathTo("profile", { id: "new" }), words: "Add New Profile" }}
    empty={{
      icon: "pi-sliders-h",
      words: "A profile says which brands a machine sells, how, and for how much.",
    }}
    card={(profile) => <ProfileCard profile={profile} />}
    height={114}
  />
);

export const first = () => [profilesAtom];
