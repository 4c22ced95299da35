import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const list = z.string().transform((value) => value.split(/[\s,]+/u).filter(Boolean));
const loopback = z.url().refine((value) => {
  const url = new URL(value);
  return url.origin === value && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
}, "an origin on loopback, such as http://127.0.0.1:8092");

/** The recorder's environment; README.md says what each is for. */
const environment = z.object({
  RECORDER_TOKEN: z.string().min(16),
  RECORDER_HOST: z.string().default("127.0.0.1"),
  RECORDER_PORT: z.coerce.number().int().min(0).max(65_535).default(8790),
  RECORDER_DATA: z.string().default(path.join(tmpdir(), "acta-recorder")),
  RECORDER_BOTS_MAX: z.coerce.number().int().min(1).max(64).default(1),
  RECORDER_SPOOL_BYTES_MAX: z.coerce.number().int().min(1_000_000).default(2_000_000_000),
  RECORDER_CHROMIUM: z.optional(z.string()),
  RECORDER_HEADLESS: flag.default(true),
  RECORDER_PROFILES: z.optional(z.string()),
  RECORDER_LOCAL_ORIGIN: z.optional(loopback),
  RECORDER_JITSI_HOSTS: list.default([]),
});

export type RecorderSettings = {
  token: string;
  host: string;
  /** 0: any free one; the address is printed. */
  port: number;
  /** Bots' folders: on a volume that outlives the process. */
  bots: string;
  botsMax: number;
  spoolBytesMax: number;
  chromium: string | null;
  headless: boolean;
  /** Folder with `<platform>.json`, Playwright's storage state of a signed-in account each. */
  profiles: string | null;
  localOrigin: string | null;
  jitsiHosts: string[];
};

/** Throws with the names of the variables that are wrong; their values are not told. */
export function readSettings(env: Record<string, string | undefined>): RecorderSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The recorder's environment is not right. ${problems.join("; ")}`);
  }
  const { data } = parsed;
  return {
    token: data.RECORDER_TOKEN,
    host: data.RECORDER_HOST,
    port: data.RECORDER_PORT,
    bots: path.join(data.RECORDER_DATA, "bots"),
    botsMax: data.RECORDER_BOTS_MAX,
    spoolBytesMax: data.RECORDER_SPOOL_BYTES_MAX,
    chromium: data.RECORDER_CHROMIUM ?? null,
    headless: data.RECORDER_HEADLESS,
    profiles: data.RECORDER_PROFILES ?? null,
    localOrigin: data.RECORDER_LOCAL_ORIGIN ?? null,
    jitsiHosts: data.RECORDER_JITSI_HOSTS,
  };
}
