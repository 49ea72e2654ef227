import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key and its certificate for localhost, signed by itself. */
export const newKeys = () => {
  const folder = mkdtempSync(join(tmpdir(), "cansole-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const flags = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", ["req", "-x509", "-nodes", ...flags, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const tls = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return tls;
};
