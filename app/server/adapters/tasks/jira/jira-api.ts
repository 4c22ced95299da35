import * as z from "zod";
import { askService, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { oauthConsent } from "#app/server/adapters/tasks/oauth-consent.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { TaskClient } from "#app/server/ports/task-service.ts";

export const JIRA = "jira";

export function jiraAddresses({ localOrigin }: TaskClient): { site: string; api: string } {
  if (localOrigin !== null) return { site: `${localOrigin}/jira`, api: `${localOrigin}/jira` };
  return { site: "https://auth.atlassian.com", api: "https://api.atlassian.com" };
}

/** GET /oauth/token/accessible-resources: sites of Jira, and of other products, which have other scopes. */
const sites = z.array(z.object({ id: z.string(), name: z.string(), url: z.string(), scopes: z.array(z.string()) }));
export type JiraSite = { id: string; name: string; url: string };

export function readSites(answer: Parameters<typeof parsed>[1]): JiraSite[] {
  return parsed(JIRA, answer, sites)
    .filter(({ scopes }) => scopes.includes("write:jira-work"))
    .map(({ id, name, url }) => ({ id, name, url }));
}

const me = z.object({ accountId: z.string().min(1) });
/** Classic scopes. `read:jira-user` is for people; `offline_access` gives refresh tokens. */
const SCOPES = ["read:jira-work", "write:jira-work", "read:jira-user", "offline_access"];

/**
 * The consent of Atlassian (https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps): tokens of an hour, refresh tokens that are
 * good once. The account is the person's at Atlassian, who chooses the site in the consent. There is no address that takes tokens back.
 */
export function jiraConsent(client: TaskClient): ConnectionClient {
  const { site, api } = jiraAddresses(client);
  const ask = (path: string, token: string) =>
    askService(JIRA, `${api}${path}`, { headers: { Accept: "application/json", Authorization: `Bearer ${token}` } });
  return oauthConsent({
    service: JIRA,
    client,
    authorizeUrl: `${site}/authorize`,
    authorizeWith: { audience: "api.atlassian.com", scope: SCOPES.join(" "), prompt: "consent" },
    pkce: false,
    tokenUrl: `${site}/oauth/token`,
    tokenBody: "json",
    isEnough: (scopes) => SCOPES.every((scope) => scopes.has(scope)),

    async account(token) {
      const all = readSites(await ask("/oauth/token/accessible-resources", token));
      const [first] = all;
      if (first === undefined) return null;
      const { accountId } = parsed(JIRA, await ask(`/ex/jira/${first.id}/rest/api/3/myself`, token), me);
      return { accountId, name: all.map(({ name }) => name).join(", ") };
    },
    revoke: async () => {},
  });
}
