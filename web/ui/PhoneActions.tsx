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

/** A page's actions on a phone: the primary one, or the first; other buttons stand in a menu. */
export default function PhoneActions({ of }: { of: ReactNode }) {
  const parts = partsOf(of);
  const first = parts.find(isPrimary) ?? parts[0];
  const inMenu = parts.filter((part) => part !== first && isButton(part));
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
