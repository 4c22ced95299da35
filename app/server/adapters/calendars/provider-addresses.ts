import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";

/** Addresses of one provider of calendars. The same code runs against the real providers and the stand-in on loopback. */
export type ProviderAddresses = {
  authorize: string;
  token: string;
  /** Null: the provider has no way to give a token back. */
  revoke: string | null;
  /** Base of the API's paths, without a slash at the end. */
  api: string;
};

/** `local`: the paths of the stand-in, behind the provider's name. */
const ADDRESSES: Record<ConsentProvider, ProviderAddresses & { local: Pick<ProviderAddresses, "revoke" | "api"> }> = {
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    revoke: "https://oauth2.googleapis.com/revoke",
    api: "https://www.googleapis.com/calendar/v3",
    local: { revoke: "/revoke", api: "/calendar/v3" },
  },
  microsoft: {
    authorize: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    revoke: null,
    api: "https://graph.microsoft.com/v1.0",
    local: { revoke: null, api: "/graph/v1.0" },
  },
};

/**
 * `localOrigin` is CALENDAR_ORIGIN, the stand-in of `npm start` and of the tests; null means the real providers. The stand-in
 * answers under `/google/authorize`, `/google/token`, `/google/revoke`, `/google/calendar/v3/…`, `/microsoft/authorize`,
 * `/microsoft/token` and `/microsoft/graph/v1.0/…`. Feeds of the stand-in are the only ones that may be plain http.
 */
export function addressesOf(provider: ConsentProvider, localOrigin: string | null): ProviderAddresses {
  const { local, ...real } = ADDRESSES[provider];
  if (localOrigin === null) return real;
  const base = `${localOrigin}/${provider}`;
  return {
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    revoke: local.revoke === null ? null : `${base}${local.revoke}`,
    api: `${base}${local.api}`,
  };
}
