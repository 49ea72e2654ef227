import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";

const firstBytes = 1_024;
const tooLarge = () => new DomainError("too-large", "The request is too large");

/**
 * All that a stream says, copied into one piece of memory that grows with it. Kept as it arrives, a body in pieces of one
 * byte would take some hundred times its size. Throws `too-large` beyond `most` bytes.
 */
export const gather = (stream: Readable, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const noEnd = () => reject(stream.errored ?? new DomainError("invalid", "The request has no end"));
    // It broke off before anybody read it, and says nothing any more.
    if (stream.destroyed) return noEnd();
    let whole = Buffer.allocUnsafe(Math.min(firstBytes, most));
    let length = 0;
    const take = (piece: Buffer) => {
      const needed = length + piece.length;
      if (needed > most) {
        stream.off("data", take);
        return reject(tooLarge());
      }
      if (needed > whole.length) {
        const grown = Buffer.allocUnsafe(Math.min(most, Math.max(needed, 2 * whole.length)));
        whole.copy(grown, 0, 0, length);
        whole = grown;
      }
      length += piece.copy(whole, length);
    };
    stream.on("data", take);
    stream.once("end", () => resolve(whole.subarray(0, length)));
    stream.once("error", reject);
    // Broken off. It closes after its end as well, which changes nothing any more.
    stream.once("close", noEnd);
  });

/** The body of a request as it came. Throws `too-large` beyond the limit of its route, before a byte is read if it says so. */
export const wholeBody = async ({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer> => {
  if (Number(headers["content-length"]) > routeOptions.bodyLimit) throw tooLarge();
  return gather(payload, routeOptions.bodyLimit);
};

/** JSON alone, read as one piece: Fastify would hand over plain text as well, and keep each piece until the last is here. */
export const readJsonBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: Readable) => {
    const body = await wholeBody(request, payload);
    // Bytes that are not UTF-8 would become another text: a name would be stored that nobody has.
    if (!isUtf8(body)) throw new DomainError("invalid", "The request must be written in UTF-8");
    return new Promise((resolve, reject) => {
      void parse(request, body.toString("utf8"), (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  // Nobody looks at what is sent to where nothing is; it would wait in memory all the same.
  app.addHook("preParsing", async ({ is404, method }) => {
    if (is404 && method !== "GET" && method !== "HEAD") throw new DomainError("missing", "Not found");
  });
};
