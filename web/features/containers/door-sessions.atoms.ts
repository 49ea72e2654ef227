import { byId } from "../../state/by-id.ts";

/**
 * The session that is shown at a container, or at a machine's stock update, by the id of either; apart from the cards,
 * because a card that is scrolled away is not drawn.
 */
export const doorSessionsAtom = byId<string>();
