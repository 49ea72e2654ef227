interface Bind {
  type: string;
  source: string;
  target: string;
  read_only: boolean;
  bind: { create_host_path: boolean };
}

/** What is read of a service of docker-compose.yml. */
export interface ComposeService {
  image: string;
  ports?: string[];
  build?: string;
  volumes?: (string | Bind)[];
  logging?: { options: Record<string, string> };
  environment?: Record<string, string>;
  entrypoint?: string[];
  command?: string[];
  user?: string;
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  /** Processes. */
  scale?: number;
  mem_limit?: string;
  restart?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[]; disable?: boolean };
  networks?: { default: { ipv4_address: string } };
}

/** What `.env` must have. */
export const minimalEnv = {
  MONGO_PASSWORD: "m0ng0",
  REDIS_PASSWORD: "r3d1s",
  JWT_SECRET: "5b0e7c1f9a3d48e26f7081a2c4d6e8fa",
  PROVISIONING_KEY: "c81e728d9d4c2f636f067f89cc14862c",
  OTP_WEBHOOK_URL: "https://sms.example/send",
  ADMIN_PHONE: "9000000000",
};

/** As docker compose fills in `${NAME}`, `${NAME:-default}`, `${NAME:+replacement}` and `${NAME:?what is missing}`. */
export const filledIn = (text: string, env: Record<string, string> = {}): string =>
  text
    .replaceAll(/\$\{(\w+)(?::([-+?])([^}]*))?\}/g, (_, name: string, how: string | undefined, word = "") => {
      const value = env[name] ?? "";
      if (how === "+") return value && word;
      if (how === "?" && !value) throw new Error(`${name}: ${word}`);
      return value || (how === "-" ? word : "");
    })
    .replaceAll("$$", "$");
