import { expect, test } from "vitest";
import { changeProduct, listProducts } from "#shared/products/product.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct, plantProfile } from "./goods.ts";
import { alert, button, reaches } from "./on-screen.ts";
import { drawingWithScript, pictureFile, renamedProgram, tooLarge } from "./pictures.ts";

const app = setUpConsole({ machines: 0 });

const products = async () => (await app.colleague.call(listProducts, {})).products;
const cardOf = ({ page }: Visit, brand: string) => page.getByRole("article").filter({ hasText: brand });
const upload = ({ page }: Visit) => page.locator("input[type=file]");
const imageWidth = ({ page }: Visit, brand: string) =>
  page
    .getByRole("img", { name: `Image of ${brand}` })
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));

test("an operator adds a product, gives it an image, and a colleague sees both at once", async () => {
  const colleague = await app.visit();
  await colleague.goTo("/products");
  await colleague.page.getByRole("heading", { name: "No product yet" }).waitFor();
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/products");
  await page.getByRole("main").getByRole("link", { name: "Add New Product" }).first().click();
  await reaches(visit, "/products/new");
  await eventually(async () => expect(await upload(visit).count()).toBe(0));

  await button(visit, "Add product").click();
  await page.locator(".field-error", { hasText: "Brand is required" }).waitFor();
  await page.getByLabel("Brand", { exact: true }).fill("Harbour Cola");
  await page.getByLabel("Price", { exact: true }).fill("45.50");
  await page.getByLabel("Tagline", { exact: true }).fill("The harbour's own");
  await button(visit, "Add product").click();
  const dialog = page.getByRole("alertdialog", { name: "Select product" });
  await dialog.getByRole("button", { name: "OK" }).click();
  expect(await products()).toEqual([]);
  await button(visit, "Product").click();
  await button(visit, "Add product").click();

  await alert(visit, "Successfully add a product");
  await page.getByRole("heading", { name: "Harbour Cola" }).waitFor();
  await cardOf(colleague, "Harbour Cola").getByText("₹45.50").waitFor();
  await upload(visit).setInputFiles(await pictureFile());
  await alert(visit, "Product image updated");
  await eventually(async () => expect(await imageWidth(visit, "Harbour Cola")).toBe(120));
  const [{ image } = { image: "" }] = await products();
  await cardOf(colleague, "Harbour Cola").locator(`img[src="/uploads/products/${image}"]`).waitFor();
});

test("a file that is no picture is refused in a sentence that stays, and the image that was there remains", async () => {
  const { _id } = await plantProduct(app, "Lime Soda");
  const visit = await app.visit();
  visit.expectStatus(415);
  await visit.goTo(`/products/${_id}`);
  await upload(visit).setInputFiles(await pictureFile(60, 60));
  await alert(visit, "Product image updated");
  const refusal = visit.page.locator(".image-refused");

  for (const file of [renamedProgram, drawingWithScript]) {
    await upload(visit).setInputFiles(file);
    await alert(visit, "The image must be a PNG, JPEG or WebP file");
    await refusal.getByText("The image must be a PNG, JPEG or WebP file").waitFor();
  }

  await eventually(async () => expect(await imageWidth(visit, "Lime Soda")).toBe(60));
});

test("a file that is too large is refused before it is sent", async () => {
  const { _id } = await plantProduct(app, "Iced Tea");
  const visit = await app.visit();
  await visit.goTo(`/products/${_id}`);
  let sent = 0;
  visit.page.on("request", (request) => {
    if (request.method() === "PUT") sent += 1;
  });

  await upload(visit).setInputFiles(tooLarge);

  await visit.page.locator(".image-refused", { hasText: "The image must be at most 5 MB" }).waitFor();
  expect(sent).toBe(0);
});

test("an upload shows the picture and how far it is while it is under way", async () => {
  const { _id } = await plantProduct(app, "Plum Sparkle");
  const visit = await app.visit();
  await visit.goTo(`/products/${_id}`);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await visit.page.route("**/image", async (route) => {
    await held;
    await route.continue();
  });

  await upload(visit).setInputFiles(await pictureFile(50, 70));

  await button(visit, "Uploading").waitFor();
  await visit.page.getByRole("progressbar", { name: "Upload" }).waitFor();
  await eventually(async () => expect(await imageWidth(visit, "Plum Sparkle")).toBe(50));
  letGo();
  await alert(visit, "Product image updated");
  await button(visit, "Replace image").waitFor();
  await eventually(async () => expect(await visit.page.getByRole("progressbar").count()).toBe(0));
});

test("a picture may be dropped on the page, and what cannot be sent says so", async () => {
  const { _id } = await plantProduct(app, "Ginger Fizz");
  const visit = await app.visit();
  visit.expectStatus(503);
  await visit.goTo(`/products/${_id}`);
  const { buffer } = await pictureFile(80, 40);
  const dropped = await visit.page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "can.png", { type: "image/png" }));
      return transfer;
    },
    [...buffer],
  );
  const target = visit.page.locator(".image-drop");
  await visit.page.route("**/image", (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });

  await target.dispatchEvent("drop", { dataTransfer: dropped });
  await alert(visit, "Error: Failed to upload product image");
  await target.dispatchEvent("drop", { dataTransfer: dropped });

  await alert(visit, "Product image updated");
  await eventually(async () => expect(await imageWidth(visit, "Ginger Fizz")).toBe(80));
});

test("a product is changed, and an operator who was too late sees both versions", async () => {
  const { _id } = await plantProduct(app, "Monsoon Mango", 55);
  const visit = await app.visit();
  await visit.goTo(`/products/${_id}`);
  await visit.page.getByLabel("Price", { exact: true }).fill("60");
  await button(visit, "Save changes").click();
  await alert(visit, "Product Updated");

  await visit.page.getByLabel("Price", { exact: true }).fill("65");
  await app.colleague.call(changeProduct, { params: { id: _id }, body: { price: 70 } });

  await visit.page.getByRole("cell", { name: "₹70.00" }).waitFor();
  await visit.page.getByRole("cell", { name: "₹65.00" }).waitFor();
  await button(visit, "Take theirs").click();
  await eventually(async () => expect(await visit.page.getByLabel("Price", { exact: true }).inputValue()).toBe("70"));
});

test("a product says which profiles sell it, in the list and on its page, as soon as one does", async () => {
  const product = await plantProduct(app, "Backwater Tonic");
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/products");
  await cardOf(visit, "Backwater Tonic").getByText("In no profile").waitFor();

  await plantProfile(app, "Houseboats", [product]);
  await cardOf(visit, "Backwater Tonic").getByText("In 1 profile").waitFor();

  await cardOf(visit, "Backwater Tonic").getByRole("link").click();
  await page.getByRole("link", { name: "Houseboats" }).click();
  await page.getByRole("heading", { level: 1, name: "Houseboats" }).waitFor();
});
