import "./profiles.css";
import { useMemo } from "react";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { byName, findByWords } from "../../ui/find-by-words.ts";
import { LinkCardBones, LinkCards } from "../../ui/LinkCard.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { ProfileCard } from "./ProfileCard.tsx";

const options = { filters: { q: "" } };
const newProfile = pathTo("profile", { id: "new" });

const lineOf = (shown: number, all: number): string => {
  const profiles = `profile${all === 1 ? "" : "s"}`;
  if (all === 0) return "No profile yet";
  return shown === all ? `${all} ${profiles}` : `${shown} of ${all} ${profiles}`;
};
const textOf = ({ name, brands }: ProductProfile): string => [name, ...brands.map(({ brand }) => brand)].join("\n");

/** The product profiles, each a price list that machines follow (specification section 2). */
export function Component() {
  const [load, send] = useAtom(profilesAtom);
  const list = useListState(options);
  const { q } = list.filters;
  const all = load.data;
  const ordered = useMemo(() => byName(all ?? [], (profile) => profile.name), [all]);
  const shown = useMemo(() => findByWords(ordered, q, textOf), [ordered, q]);

  return (
    <>
      <PageHead
        title="Profiles"
        line={all ? lineOf(shown.length, all.length) : "Loading the profiles"}
        action={
          <ButtonLink kind="primary" icon="pi-plus" to={newProfile}>
            Add New Profile
          </ButtonLink>
        }
      />
      {all?.length !== 0 && (
        <div className="card-filters">
          <FilterText
            label="Find a profile"
            quietLabel
            placeholder="Name or a brand in it"
            value={q}
            onCommit={(text, how) => list.setFilter("q", text, how)}
          />
        </div>
      )}
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LinkCardBones height={126} />}>
        {(profiles) => {
          if (shown.length > 0) {
            return (
              <LinkCards label="Profiles" of={shown} idOf={(profile) => profile._id}>
                {(profile) => <ProfileCard profile={profile} />}
              </LinkCards>
            );
          }
          if (profiles.length > 0) {
            return (
              <Empty title={`No profile matches “${q}”`} action={<Button onClick={list.clear}>Clear filter</Button>} />
            );
          }
          return (
            <Empty
              title="No profile yet"
              icon="pi-sliders-h"
              action={<ButtonLink to={newProfile}>Add New Profile</ButtonLink>}
            >
              A profile says which brands a machine sells, how, and for how much.
            </Empty>
          );
        }}
      </Loadable>
    </>
  );
}
