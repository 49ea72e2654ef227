// A process of its own that unpacks the test browser of @sparticuz/chromium into the folder that TMPDIR names: the
// package knows no other way to choose one. It brings the NSS libraries too only where it believes to be on Lambda.
process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs20.x";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
