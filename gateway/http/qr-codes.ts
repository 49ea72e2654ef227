import type { FastifyInstance } from "fastify";
import QRCode from "qrcode";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Limits } from "../limits.ts";

const look = { errorCorrectionLevel: "M", margin: 2 } as const;
/** From this version on a code has a mark that shows how it is tilted: cameras read it where they miss the smallest. */
const leastVersion = 2;

const fileName = /^[\w-]{8,80}\.(svg|png)$/;

/**
 * A PNG takes some tens of milliseconds of the process, and anybody may request it: this many are kept, a few kB each.
 */
const mostKept = 200;
type Kind = "svg" | "png";

const draw = (id: string, kind: Kind): Promise<string | Buffer> => {
  const { version } = QRCode.create(id, look);
  const options = { ...look, version: Math.max(version, leastVersion) };
  return kind === "svg"
    ? QRCode.toString(id, { ...options, type: "svg" })
    : QRCode.toBuffer(id, { ...options, width: 512 });
};

/**
 * Draws the QR code of the machine whose `qrCode` is this file name; it encodes the vendingMachineId, which never
 * changes, so it may be kept for a year. No sign-in, because an image carries no token: the name cannot be guessed.
 */
export const serveQrCodes = (
  app: FastifyInstance,
  { collections }: Mongo,
  { httpMs }: Pick<Limits, "httpMs">,
): void => {
  const kept = new Map<string, Promise<string | Buffer>>();
  const drawn = (id: string, kind: Kind): Promise<string | Buffer> => {
    const name = `${kind} ${id}`;
    const known = kept.get(name);
    if (known) return known;
    if (kept.size >= mostKept) kept.clear();
    const code = draw(id, kind);
    kept.set(name, code);
    return code;
  };
  app.get<{ Params: { file: string } }>("/qrcode/:file", { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const kind = fileName.exec(file)?.[1] as Kind | undefined;
    const find = () => collections.machines.findOne({ qrCode: file }, { projection: { vendingMachineId: 1 } });
    const machine = kind ? await within(httpMs, "The database", find()) : null;
    if (!machine || !kind) throw new DomainError("missing", "Not found");
    void reply.header("cache-control", "public, max-age=31536000, immutable");
    void reply.type(kind === "svg" ? "image/svg+xml" : "image/png");
    return drawn(machine.vendingMachineId, kind);
  });
};
