import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { environment, readConfig } from "#shared/runtime/config.ts";
import { minimalEnv } from "./containers/testing/compose-variables.ts";
import { reportMemory } from "./launcher/service-process.ts";
import { pythonPackages } from "./testing/python-packages.ts";

interface Container {
  image: string;
  command?: string[];
  envFrom: object[];
  env?: object[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  livenessProbe?: { httpGet: { path: string } };
  readinessProbe?: { httpGet: { path: string }; periodSeconds: number; failureThreshold: number };
}
interface Resource {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    selector: { app?: string; matchLabels?: { app: string } };
    scaleTargetRef?: { name: string };
    ports?: { targetPort: string }[];
    template: {
      spec: {
        containers: Container[];
        securityContext: object;
        terminationGracePeriodSeconds?: number;
        shareProcessNamespace?: boolean;
        affinity?: object;
        volumes?: { name: string }[];
      };
    };
  };
}

const folder = join(import.meta.dirname, "../docs/examples/kubernetes");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const { resources: files }: { resources: string[] } = parse(read("kustomization.yaml"));
const resources = files.flatMap((file) => parseAllDocuments(read(file)).map((one) => one.toJS() as Resource));
const ofKind = (kind: string) => resources.filter((one) => one.kind === kind);
const deployments = ofKind("Deployment");
const workloads = [...deployments, ...ofKind("Job")];
const settings = ofKind("ConfigMap")[0]?.data ?? {};
const secrets = [...read("secrets.env.example").matchAll(/^(\w+)=(.*)$/gm)];
const containerOf = ({ spec }: Resource) => spec.template.spec.containers[0] as Container;

const run = promisify(execFile);

test("Kubernetes takes each resource, and knows each of its fields", async ({ skip }) => {
  const required = join(import.meta.dirname, "testing/kubernetes-requirements.txt");
  const packages = await pythonPackages("kubernetes", required);
  if (!packages) skip("there is no Python with pip, or no package registry");
  const env = { ...process.env, PYTHONPATH: packages ?? "" };
  const args = ["-m", "kubernetes_validate", "--strict", "--quiet", ...files];
  await expect(run("python3", args, { cwd: folder, env })).resolves.toMatchObject({ stderr: "" });
});

test("all files are named by kustomize", () => {
  const there = readdirSync(folder).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  expect([...files].sort()).toEqual(there.sort());
});

test("the product reads each variable, and production starts with them", () => {
  const names = [...Object.keys(settings), ...secrets.map(([, name = ""]) => name)];
  expect(names.filter((name) => !(name in environment.shape))).toEqual([]);
  const env = Object.fromEntries(secrets.map(([, name = ""]) => [name, (minimalEnv as Record<string, string>)[name]]));
  const given = {
    ...env,
    MONGODB_URI: "mongodb://cansole:m0ng0@a.example,b.example/cansole?replicaSet=rs0&tls=true",
    REDIS_URL: "rediss://cansole:r3d1s@a.example:6379,b.example:6379",
  };
  const image = { NODE_ENV: "production", HOST: "0.0.0.0" };
  expect(() => readConfig({ ...image, ...settings, ...env })).toThrow("MONGODB_URI");
  expect(readConfig({ ...image, ...settings, ...given })).toMatchObject({ trial: false });
});

test("no secret is written down: each workload gets them by the name of a Secret", () => {
  expect(secrets.map(([, , value]) => value)).toEqual(secrets.map(() => ""));
  expect(ofKind("Secret")).toEqual([]);
  for (const workload of workloads) {
    expect(containerOf(workload).env).toBeUndefined();
    expect(containerOf(workload).envFrom).toEqual([
      { configMapRef: { name: "cansole-settings" } },
      { secretRef: { name: "cansole-secrets" } },
    ]);
  }
});

test.each(workloads.map((one) => [one.metadata.name, one] as const))("%s can change nothing", (_, workload) => {
  const { spec } = workload.spec.template;
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  expect(spec).toMatchObject({ automountServiceAccountToken: false });
  expect(containerOf(workload)).toMatchObject({
    image: "cansole",
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    resources: { limits: { memory: expect.any(String) } },
  });
});

test.each(workloads.map((one) => [one.metadata.name, one] as const))("%s is not process 1", (_, workload) => {
  expect(workload.spec.template.spec.shareProcessNamespace).toBe(true);
});

test.each(deployments.map((one) => [one.metadata.name, one] as const))(
  "%s survives the loss of a host",
  (name, one) => {
    const { livenessProbe, readinessProbe, ports } = containerOf(one);
    expect([livenessProbe?.httpGet.path, readinessProbe?.httpGet.path]).toEqual(["/healthz", "/readyz"]);
    // While Redis changes its primary all of them are not ready: nobody may be taken out so soon.
    expect((readinessProbe?.periodSeconds ?? 0) * (readinessProbe?.failureThreshold ?? 0)).toBeGreaterThanOrEqual(15);
    expect(one.spec.template.spec.affinity).toHaveProperty("podAntiAffinity");
    const budget = ofKind("PodDisruptionBudget").find(({ metadata }) => metadata.name === name);
    expect(budget?.spec).toMatchObject({ maxUnavailable: 1, selector: one.spec.selector });
    const own = name === "cansole-gateway" ? 3000 : Number(settings.WORKERS_HEALTH_PORT);
    expect(ports?.map(({ containerPort }) => containerPort)).toContain(own);
  },
);

test("gateways have time to close their units, and services lead to their ports", () => {
  const gateway = deployments.find(({ metadata }) => metadata.name === "cansole-gateway");
  const seconds = gateway?.spec.template.spec.terminationGracePeriodSeconds ?? 0;
  expect(seconds).toBeGreaterThanOrEqual(Number(settings.MQTT_CLOSE_SECONDS) + 20 + 5);
  const names = gateway && containerOf(gateway).ports?.map(({ name }) => name);
  for (const { spec } of ofKind("Service")) {
    expect(spec.selector.app).toBe("cansole-gateway");
    expect(names).toEqual(expect.arrayContaining(spec.ports?.map(({ targetPort }) => targetPort) ?? []));
  }
  const scaled = ofKind("HorizontalPodAutoscaler").map(({ spec }) => spec.scaleTargetRef?.name);
  expect(scaled.sort()).toEqual(["cansole-gateway", "cansole-workers"]);
});

test("report workers have bounded memory", () => {
  const reports = deployments.find(({ metadata }) => metadata.name === "cansole-report-workers");
  expect(reports && containerOf(reports).command).toContain(reportMemory);
});
