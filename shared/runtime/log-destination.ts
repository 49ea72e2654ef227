import { writeSync } from "node:fs";
import { pino } from "pino";

type Destination = ReturnType<typeof pino.destination>;
/** What of SonicBoom is on its way to the file, and what waits behind it. */
type Unwritten = Destination & {
  fd: number;
  _writing: boolean;
  _writingBuf: string | Buffer;
  _bufs: string[];
  _actualWrite: () => void;
};

/** So much is kept of lines that cannot be written, as on a full disk; the lines after it are lost. */
const mostUnwrittenBytes = 1_048_576;

/** Tried once: SonicBoom tries for ever, also where the disk is full, so that the process could not end. */
const writeRest = (destination: Unwritten) => (): void => {
  const { fd, _writing, _writingBuf, _bufs } = destination;
  const rest = [...(_writing ? [] : [_writingBuf]), ...destination._bufs.splice(0, _bufs.length)].join("");
  try {
    if (rest !== "") writeSync(fd, rest);
  } catch {
    // Nobody can read why.
  }
};

/**
 * Lines on their way to an open file, standard error for example. Where it cannot be written, as on a full disk, the
 * process goes on and may end: each line tries again, and what is kept until then comes once it can be.
 */
export const openLogDestination = (fd: number): Destination => {
  const destination = pino.destination({ dest: fd, sync: false, maxLength: mostUnwrittenBytes }) as Unwritten;
  // An error that nobody listens to ends the process.
  destination.on("error", () => undefined);
  // A line that is lost tries as well: none that fits might come any more.
  destination.on("drop", () => {
    const { _writing, _writingBuf, _bufs } = destination;
    if (!_writing && (_writingBuf.length > 0 || _bufs.length > 0)) destination._actualWrite();
  });
  destination.flushSync = writeRest(destination);
  return destination;
};
