import { SCOPES } from "#app/domain/account/actor.ts";
import type { AppConfig } from "#app/server/config.ts";

/** Addresses of OAuth and MCP, and the documents in which an app reads them. */

type Origin = Pick<AppConfig, "origin">;

/** The address of the MCP server, which is also the audience of every token. */
export const mcpResource = ({ origin }: Origin) => `${origin}/mcp`;
const METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";
const HELP_PATH = "/api/docs/mcp";

/** RFC 9728. */
export function describeResource(config: Origin) {
  return {
    resource: mcpResource(config),
    authorization_servers: [config.origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Acta",
    resource_documentation: `${config.origin}${HELP_PATH}`,
  };
}

/** RFC 8414. Apps are public clients: PKCE proves them, no secret. */
export function describeAuthorization({ origin }: Origin) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${origin}${HELP_PATH}`,
  };
}

/** RFC 6750 and RFC 9728 §5.1: how a program that has no access, or too little, gets it. */
export function bearerChallenge(config: Origin, error: "" | "invalid_token" | "insufficient_scope" = "") {
  const scope = error === "insufficient_scope" ? `, scope="${SCOPES.join(" ")}"` : "";
  return {
    "WWW-Authenticate": `Bearer realm="acta"${error && `, error="${error}"`}${scope}, resource_metadata="${config.origin}${METADATA_PATH}"`,
  };
}
