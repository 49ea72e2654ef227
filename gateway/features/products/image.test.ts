import { connect, type Socket } from "node:net";
import { Transformer } from "@napi-rs/image";
import { ObjectId } from "mongodb";
import supertest from "supertest";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct } from "../../testing/network.ts";
import { gif, picture, png, program, svgWithScript, turned } from "./testing/pictures.ts";

let token: string;
let product: ProductDocument;
const gateway = setUpGateway();
beforeAll(async () => {
  token = (await gateway.signIn("staff")).token;
});
beforeEach(async () => {
  product = await addProduct(gateway.parts);
});

const upload = (file: Buffer, name = "photo.png", type = "image/png", id = `${product._id}`) =>
  gateway.request
    .put(`/products/${id}/image`)
    .set("authorization", `Bearer ${token}`)
    .attach("file", file, { filename: name, contentType: type });
const shown = (image: string) => supertest(gateway.url).get(`/uploads/products/${image}`).buffer(true);
const files = async () => {
  const { db } = gateway.parts.mongo;
  const names = ["productImages.files", "productImages.chunks"];
  return Promise.all(names.map((name) => db.collection(name).countDocuments()));
};
const stored = () => gateway.stores.products.findOne({ _id: product._id });

describe("a picture", () => {
  test.each(["png", "jpeg", "webp"] as const)("as %s is drawn anew and shown to everybody", async (format) => {
    // Whatever it is called: the content decides.
    const { status, body } = await upload(await picture(format), "holiday.exe", "application/octet-stream");

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      _id: `${product._id}`,
      image: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
      rev: 1,
    });
    const answer = await shown(body.data.image);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(await new Transformer(answer.body).metadata()).toMatchObject({ format: "webp", width: 40, height: 30 });
  });

  test("that is large is shown smaller, in its own proportions", async () => {
    const { body } = await upload(png(4_000, 1_000));

    const answer = await shown(body.data.image);
    expect(await new Transformer(answer.body).metadata()).toMatchObject({ width: 1_000, height: 250 });
  });

  test("that was taken upright is shown upright, and not squeezed", async () => {
    const { body } = await upload(turned(await picture("jpeg", 2_000, 1_000)), "portrait.jpg", "image/jpeg");

    const answer = await shown(body.data.image);
    expect(await new Transformer(answer.body).metadata()).toMatchObject({ width: 500, height: 1_000 });
  });

  test("that is a line stays one", async () => {
    const { body } = await upload(png(6_000, 1));

    const answer = await shown(body.data.image);
    expect(await new Transformer(answer.body).metadata()).toMatchObject({ width: 1_000, height: 1 });
  });

  test("loses everything that is not picture", async () => {
    const words = "<script>alert('found me')</script>";
    const { body } = await upload(Buffer.concat([png(20, 20, words), Buffer.from(words)]));

    const answer = await shown(body.data.image);
    expect(Buffer.from(answer.body).includes("found me")).toBe(false);
  });

  test("replaces the one before, of which nothing stays", async () => {
    const first = (await upload(await picture("png"))).body.data.image;
    const before = await files();

    const second = (await upload(await picture("jpeg"))).body.data.image;

    expect(second).not.toBe(first);
    expect(await files()).toEqual(before);
    expect([(await shown(first)).status, (await shown(second)).status]).toEqual([404, 200]);
  });

  test("is written down with who uploaded it", async () => {
    await upload(await picture("png"));

    expect(await gateway.stores.audit.findOne({ "record.id": `${product._id}` })).toMatchObject({
      verb: "product.image.changed",
      before: { image: "" },
      after: { image: expect.stringContaining(".webp") },
    });
  });
});

describe("a wrong or hostile file is refused with what is wrong, and leaves nothing", () => {
  const notAnImage = "The image must be a PNG, JPEG or WebP file";
  const megabytes = (count: number) => Buffer.concat([png(10, 10), Buffer.alloc(count * 1_048_576)]);
  const damaged = (file: Buffer) => {
    const broken = Buffer.from(file);
    broken.fill(0xa5, Math.floor(broken.length * 0.6), broken.length - 12);
    return broken;
  };

  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ["an SVG with a script", () => svgWithScript, 415, notAnImage],
    ["a program that is called photo.png", () => program, 415, notAnImage],
    ["a GIF", () => gif, 415, notAnImage],
    ["an empty file", () => Buffer.alloc(0), 415, notAnImage],
    ["words", () => Buffer.from("this is no picture"), 415, notAnImage],
    [
      "a picture of 20,000 by 20,000 pixels",
      () => png(20_000, 20_000),
      400,
      "The image is 20000 by 20000 pixels; allowed are 6000 a side and 24 million in all",
    ],
    [
      "one with too many pixels, though no side is too long",
      () => png(5_900, 5_900),
      400,
      "The image is 5900 by 5900 pixels; allowed are 6000 a side and 24 million in all",
    ],
    [
      "a very wide one",
      () => png(6_001, 1),
      400,
      "The image is 6001 by 1 pixels; allowed are 6000 a side and 24 million in all",
    ],
    [
      "half a picture",
      async () => (await picture("png", 200, 200)).subarray(0, 120),
      400,
      "The image is damaged and cannot be read",
    ],
    [
      "a damaged one",
      async () => damaged(await picture("png", 200, 200)),
      400,
      "The image is damaged and cannot be read",
    ],
    [
      "the head of a picture alone",
      () => png(100, 100).subarray(0, 33),
      400,
      "The image is damaged and cannot be read",
    ],
    ["6 MB", () => megabytes(6), 413, "The image must be at most 5 MB"],
    ["50 MB", () => megabytes(50), 413, "The image must be at most 5 MB"],
  ])("%s", async (_title, file, expected, text) => {
    const before = await files();

    const { status, body } = await upload(await file());

    expect([status, body.success, body.error]).toEqual([expected, false, text]);
    expect(await files()).toEqual(before);
    expect(await stored()).toEqual(product);
  });

  test("a request without a file, with another field, or that is no form", async () => {
    const put = () => gateway.request.put(`/products/${product._id}/image`).set("authorization", `Bearer ${token}`);

    const answers = [
      await put().field("name", "photo"),
      await put().attach("picture", await picture("png"), "photo.png"),
      await put().send({ file: "photo.png" }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, "file: is required"],
      [400, "file: is required"],
      [415, "The image must be sent as multipart/form-data"],
    ]);
    expect(await stored()).toEqual(product);
  });

  test("a picture for a product that there is not", async () => {
    const before = await files();

    expect((await upload(await picture("png"), "photo.png", "image/png", `${new ObjectId()}`)).status).toBe(404);

    expect(await files()).toEqual(before);
  });
});

test.each([
  "0".repeat(32),
  `${"0".repeat(32)}.svg`,
  `${"0".repeat(32)}.webp`,
  "..%2f..%2fpackage.json",
  "%7B%22$ne%22:null%7D.webp",
])("%s is no image of ours: 404", async (name) => {
  expect((await shown(name)).status).toBe(404);
});

/** So many pictures of which a half has come. */
const sendHalves = (count: number): Socket[] => {
  const part =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n';
  const head = `PUT /api/v1.2/products/${product._id}/image HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n`;
  return Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined).write(head + part);
    return socket;
  });
};

test("eight pictures are on their way at once; one more must come again, and is served when one has gone, and other changes of their operator go on", async () => {
  const file = await picture("png");
  const halves = sendHalves(8);

  await eventually(async () => {
    const { status, body } = await upload(file);
    expect([status, body.error]).toEqual([503, "Too many images are being uploaded right now; try again shortly"]);
  });
  const change = gateway.request.put(`/products/${product._id}`).set("authorization", `Bearer ${token}`);
  expect((await change.send({ brand: product.brand })).status).toBe(200);
  halves[0]?.destroy();
  await eventually(async () => expect((await upload(file)).status).toBe(200));
});
