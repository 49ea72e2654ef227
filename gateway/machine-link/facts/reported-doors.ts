import { doorsOf, type Report, type SaidDoor } from "./door-writes.ts";

/** Locks of one unit that are stored together, in the order in which they were said. */
export interface DoorReport {
  serialNumber: string;
  doors: SaidDoor[];
  /** How many locks that is; one may be said several times. */
  locks: number;
  /** The report names so many locks that their stored states are read first. */
  isLong: boolean;
}

/** From this many locks on, one read costs less than writing them one by one. */
const longFrom = 8;
const locksPerPiece = 250;

/** What one unit said, as one job or, if it is long, in several: others have their turn between them. */
export const inPieces = (reports: Report[]): DoorReport[] => {
  const [first] = reports;
  if (!first) return [];
  const { serialNumber } = first.connection;
  const said = reports.flatMap(doorsOf);
  const channels = [...new Set(said.map(({ channel }) => channel))];
  const isLong = channels.length >= longFrom || reports.some(({ message }) => message.full);
  if (channels.length <= locksPerPiece) return [{ serialNumber, doors: said, locks: channels.length, isLong }];
  const pieceOf = new Map(channels.map((channel, i) => [channel, Math.floor(i / locksPerPiece)]));
  return Array.from({ length: Math.ceil(channels.length / locksPerPiece) }, (_, piece) => {
    const doors = said.filter(({ channel }) => pieceOf.get(channel) === piece);
    return { serialNumber, doors, locks: Math.min(locksPerPiece, channels.length - piece * locksPerPiece), isLong };
  });
};
