import { Children, Fragment, isValidElement, type ReactNode } from "react";
import { Button, ButtonLink } from "./Button.tsx";
import { Popover } from "./Popover.tsx";

const partsOf = (node: ReactNode): ReactNode[] =>
  Children.toArray(node).flatMap((part) =>
    isValidElement<{ children?: ReactNode }>(part) && part.type === Fragment ? partsOf(part.props.children) : [part],
  );

/** A plain button or link. A part with dialogs or questions of its own must stay where it is while they are open. */
const isButton = (part: ReactNode): boolean =>
  isValidElement(part) && (part.type === Button || part.type === ButtonLink);
const isPrimary = (part: ReactNode): boolean =>
  isValidElement<{ kind?: string }>(part) && part.props.kind === "primary";

/** Alone it is worth its space where it has an icon. */
const hasIcon = (part: ReactNode): boolean => isValidElement<{ icon?: string }>(part) && part.props.icon !== undefined;

/**
 * A page's actions on a phone: the primary one stays, or one that is alone; other buttons stand in a menu. What stays
 * is its sign where it has one, so that the title keeps its line.
 */
export function PhoneActions({ of }: { of: ReactNode }) {
  const parts = partsOf(of);
  const [only] = parts;
  const stays = parts.find(isPrimary) ?? (parts.length === 1 && hasIcon(only) ? only : undefined);
  const inMenu = parts.filter((part) => part !== stays && isButton(part));
  return (
    <>
      {parts.filter((part) => !inMenu.includes(part))}
      {inMenu.length > 0 && (
        <Popover
          label="More"
          align="end"
          className="page-more"
          trigger={(trigger) => (
            <button {...trigger} className="button button-plain button-icon" aria-label="More">
              <span className="pi pi-ellipsis-v" aria-hidden="true" />
            </button>
          )}
        >
          {() => inMenu}
        </Popover>
      )}
    </>
  );
}
