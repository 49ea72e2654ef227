import { expect, test } from "vitest";
import { imageTooLarge, imageTypes, maxImageBytes } from "./product.rules.ts";

test("an image may have 5 MB and not a byte more, and the refusal says so", () => {
  expect(maxImageBytes).toBe(5_242_880);
  expect(imageTooLarge).toBe("The image must be at most 5 MB");
});

test("PNG, JPEG and WebP may be uploaded, and nothing else", () => {
  expect(imageTypes).toEqual(["image/png", "image/jpeg", "image/webp"]);
});
