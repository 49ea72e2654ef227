import type { FastifyInstance } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { Limits } from "../limits.ts";

const fileName = /^[0-9a-f]{32}\.webp$/;

/** A store of pictures, as far as serving them goes. */
interface Pictures {
  read(name: string): Promise<NodeJS.ReadableStream | null>;
}

/**
 * Product images are served at the root and need no sign-in: an image carries no token, and the name cannot be guessed.
 */
export const serveProductImages = (
  app: FastifyInstance,
  pictures: Pictures,
  { httpMs }: Pick<Limits, "httpMs">,
): void => {
  app.get<{ Params: { file: string } }>(
    "/uploads/products/:file",
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params;
      const picture = fileName.test(file) ? await within(httpMs, "The database", pictures.read(file)) : null;
      if (!picture) throw new DomainError("missing", "Not found");
      void reply.header("cache-control", "public, max-age=31536000, immutable");
      return reply.type("image/webp").send(picture);
    },
  );
};
