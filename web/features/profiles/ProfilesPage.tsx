import "./profiles.css";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { CardListPage } from "../../recipes/CardListPage.tsx";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { LinkCardBones, LinkCards } from "../../ui/LinkCard.tsx";
import { ProfileCard } from "./ProfileCard.tsx";

const nameOf = ({ name }: ProductProfile): string => name;
const textOf = ({ name, brands }: ProductProfile): string => [name, ...brands.map(({ brand }) => brand)].join("\n");

/** The product profiles, each a price list that machines follow (specification section 2). */
export function Component() {
  const [load, send] = useAtom(profilesAtom);
  return (
    <CardListPage
      title="Profiles"
      things={["profile", "profiles"]}
      of={load}
      onRetry={() => send({ do: "retry" })}
      nameOf={nameOf}
      textOf={textOf}
      placeholder="Name or a brand in it"
      add={{ to: pathTo("profile", { id: "new" }), words: "Add New Profile" }}
      empty={{
        icon: "pi-sliders-h",
        words: "A profile says which brands a machine sells, how, and for how much.",
      }}
      bones={<LinkCardBones height={114} />}
    >
      {(shown) => (
        <LinkCards label="Profiles" of={shown} idOf={({ _id }) => _id}>
          {(profile) => <ProfileCard profile={profile} />}
        </LinkCards>
      )}
    </CardListPage>
  );
}
