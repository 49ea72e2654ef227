import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";

/** Below it an answer fits into one packet anyway. */
const smallestBytes = 1_024;
/** Up to here packing takes less than handing it to another thread; above, no other request waits for it. */
const atOnceBytes = 16_384;
/** Packed while somebody waits: the quick levels, which cost a fifth more bytes than the best ones. */
const brotliQuality = 4;
const gzipLevel = 5;

/**
 * Packs JSON on its way out (docs/decisions, what travels); files of the client were packed when it was built. Registered
 * before the routes, because it listens to them. Bodies of requests are taken unpacked only: a small one could unpack
 * into any size.
 */
export const compressAnswers = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ["br", "gzip"],
    threshold: smallestBytes,
    syncThreshold: atOnceBytes,
    customTypes: /^(application\/json|text\/plain)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    zlibOptions: { level: gzipLevel },
  });
};

/** Answers with tokens are never packed: from its length, an outsider who adds words to it could guess them (BREACH). */
export const mayBePacked = ({ tag }: AnyEndpoint): boolean => tag !== "auth";
