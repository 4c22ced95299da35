import { env } from "cloudflare:workers";
import type { Env } from "#workers/config.ts";

/** The test's own bindings as the Worker's code knows them: the same object under the type that names no class. */
export const workerEnv = env as unknown as Env;
