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
 * Draws the QR code of the machine whose `qrCode` is this file name; it encodes the vendingMachineId, which never
 * changes, so it may be kept for a year. No sign-in, because an image carries no token: the name cannot be guessed.
 */
export const serveQrCodes = (
  app: FastifyInstance,
  { collections }: Mongo,
  { httpMs }: Pick<Limits, "httpMs">,
): void => {
  app.get<{ Params: { file: string } }>("/qrcode/:file", { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const kind = fileName.exec(file)?.[1];
    const find = () => collections.machines.findOne({ qrCode: file }, { projection: { vendingMachineId: 1 } });
    const machine = kind ? await within(httpMs, "The database", find()) : null;
    if (!machine) throw new DomainError("missing", "Not found");
    void reply.header("cache-control", "public, max-age=31536000, immutable");
    const { version } = QRCode.create(machine.vendingMachineId, look);
    const options = { ...look, version: Math.max(version, leastVersion) };
    if (kind === "svg") {
      void reply.type("image/svg+xml");
      return QRCode.toString(machine.vendingMachineId, { ...options, type: "svg" });
    }
    void reply.type("image/png");
    return QRCode.toBuffer(machine.vendingMachineId, { ...options, width: 512 });
  });
};
