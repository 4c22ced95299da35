import { type Scope, SCOPES } from "#app/domain/account/actor.ts";
import { isChallenge, isResource, matchesRedirect, parseScopes } from "#app/domain/account/app-access.ts";
import { OAUTH_PARAMETER_CHARS_MAX } from "#app/domain/limits/apps.ts";
import { mcpResource } from "#app/server/apps/describe-server.ts";
import { findApp, type RegisteredApp } from "#app/server/apps/register-app.ts";
import type { Services } from "#app/server/services.ts";

/** A valid request of an app, which its person has not answered yet. */
export type AskedAccess = {
  app: RegisteredApp;
  redirectUri: string;
  state: string | null;
  challenge: string;
  scopes: readonly Scope[];
  resource: string;
};

/**
 * - `unknown`: the app, or its address, is not registered. Nothing leads to that address.
 * - `refused`: the request is faulty; `returnTo` tells the app. The page shows it as a link and does not redirect by itself: anyone can
 *   register an address, and must not be able to send people there with a link of ours (RFC 9700 §4.11.2).
 */
export type CheckedAccess =
  | { state: "unknown" }
  | { state: "refused"; app: RegisteredApp; redirectUri: string; returnTo: string }
  | { state: "asked"; asked: AskedAccess };

/** RFC 6749 §4.1.1 with RFC 7636 (S256 only) and RFC 8707, from the parameters of the address. */
export async function checkAuthorization(
  services: Pick<Services, "db" | "config">,
  parameters: URLSearchParams,
): Promise<CheckedAccess> {
  const read = (name: string) => {
    const [value = null, ...more] = parameters.getAll(name);
    return more.length > 0 || (value ?? "").length > OAUTH_PARAMETER_CHARS_MAX ? "" : value;
  };
  const redirectUri = read("redirect_uri") ?? "";
  const app = await findApp(services, read("client_id") ?? "");
  if (!app?.redirectUris.some((registered) => matchesRedirect(registered, redirectUri))) return { state: "unknown" };
  const state = read("state");
  const refuse = (error: string): CheckedAccess => ({
    state: "refused",
    app,
    redirectUri,
    returnTo: returnAddress(services, { redirectUri, state }, { error }),
  });
  const challenge = read("code_challenge") ?? "";
  const resource = mcpResource(services.config);
  const scopes = parseScopes(read("scope")) ?? SCOPES;
  if (state === "" && parameters.get("state") !== "") return refuse("invalid_request");
  if (read("response_type") !== "code") return refuse("unsupported_response_type");
  if (!isChallenge(challenge) || read("code_challenge_method") !== "S256") return refuse("invalid_request");
  if (!isResource(read("resource") ?? resource, resource)) return refuse("invalid_target");
  return { state: "asked", asked: { app, redirectUri, state, challenge, scopes, resource } };
}

/** The app's address with an answer. RFC 9207: `iss` says whose answer it is. */
export function returnAddress(
  { config }: Pick<Services, "config">,
  { redirectUri, state }: Pick<AskedAccess, "redirectUri" | "state">,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", config.origin);
  return url.href;
}
