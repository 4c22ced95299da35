import type { AnalyticsSink } from "#app/analytics/events.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { createIdentityProvider } from "#app/server/adapters/identity/identity-provider.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { consoleLog } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { type Config, type Env, parseConfig } from "#workers/config.ts";

/** The only file that picks adapters. */

let parsed: { env: unknown; config: Config } | null = null;

/** The configuration of this isolate; throws ConfigError. */
export function configOf(env: Env): Config {
  if (parsed?.env !== env) parsed = { env, config: parseConfig(env) };
  return parsed.config;
}

export function composeServices(env: Env, waitUntil: (work: Promise<unknown>) => void): Services {
  const config = configOf(env);
  const log = consoleLog;
  return {
    config: config.app,
    db: openDatabase(env.DB),
    store: r2RecordingStore(env.RECORDINGS),
    presigner: s3Presigner(config.s3),
    meetings: missing("meetings"),
    identity: identityOf(config),
    analytics: logAnalytics,
    log,
    now: Date.now,
    waitUntil,
  };
}

let identity: { config: Config; providers: Services["identity"] } | null = null;

/** One pair of providers an isolate: they keep the signing keys. */
function identityOf(config: Config): Services["identity"] {
  if (identity?.config !== config) {
    const { origin } = config.app;
    const { google, microsoft, localOrigin } = config.identity;
    const providers = {
      google: createIdentityProvider("google", { origin, localOrigin, ...google }),
      microsoft: createIdentityProvider("microsoft", { origin, localOrigin, ...microsoft }),
    };
    identity = { config, providers };
  }
  return identity.providers;
}

const logAnalytics: AnalyticsSink = {
  track: (name, who) => consoleLog("analytics", { name, userId: who.userId }),
};

function missing<Port extends object>(name: string): Port {
  return new Proxy({} as Port, {
    get: () => {
      throw new Error(`${name} is not composed yet`);
    },
  });
}
