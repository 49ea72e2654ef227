import multipart from "@fastify/multipart";
import type { FastifyError, FastifyRequest } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import * as api from "#shared/products/product.api.ts";
import { imageTooLarge, maxImageBytes } from "#shared/products/product.rules.ts";
import { route } from "../../http/route.ts";
import { gather } from "../../http/whole-body.ts";
import type { Feature } from "../../records/feature.ts";
import { tooManyUploads } from "./product-image.ts";
import { createProductsService } from "./products.service.ts";

/** What the parser of uploads says of one that is cut off, or that does not say where its parts end. */
const refuse = (error: FastifyError): never => {
  if (error.code === "FST_REQ_FILE_TOO_LARGE") throw new DomainError("too-large", imageTooLarge);
  // Limits have a status of their own.
  if (error.statusCode !== undefined) throw error;
  throw new DomainError("invalid", "The upload cannot be read: it must be whole multipart/form-data with a boundary");
};

/** The one `file` of a multipart request, whole: it is bounded. */
const uploadOf = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw new DomainError("unsupported", "The image must be sent as multipart/form-data");
  const part = await request.file().catch(refuse);
  if (part?.fieldname !== "file") throw new DomainError("invalid", "file: is required");
  const whole = await gather(part.file, maxImageBytes).catch(refuse);
  if (part.file.truncated) throw new DomainError("too-large", imageTooLarge);
  return whole;
};

/** Uploads on their way: each takes what it is long until it is drawn. */
const mostUploads = 8;
let uploads = 0;
const inUpload = async <T>(work: () => Promise<T>): Promise<T> => {
  if (uploads >= mostUploads) throw tooManyUploads();
  uploads += 1;
  return work().finally(() => {
    uploads -= 1;
  });
};

/** Products: the brands that machines sell, and the deposits that go with them. */
export const productsRoutes: Feature = (app, parts) => {
  const products = createProductsService(parts);
  route(app, api.listProducts, () => products.list());
  route(app, api.readProduct, ({ params }) => products.read(params.id));
  route(app, api.addProduct, async ({ actor, body }) => ({ data: await products.add(actor, body) }));
  route(app, api.changeProduct, ({ actor, params, body }) => products.change(actor, params.id, body));
  app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 5, fieldSize: 1_000 } });
    route(uploads, api.changeProductImage, async ({ actor, params, request }) => {
      // Once a call was answered 503, Node no longer says that its connection closed: the place would not be given back.
      const image = await inUpload(() => within(parts.limits.connections.requestMs, "The upload", uploadOf(request)));
      await uploads.requireStillOperator(request);
      return products.changeImage(actor, params.id, image);
    });
  });
};
