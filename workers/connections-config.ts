import type * as z from "zod";
import { optional, origin } from "#workers/config-values.ts";

/** The variables of accounts that minutes go to, as a part of workers/config.ts. A kind without its client cannot be connected. */
export const CONNECTION_VARIABLES = {
  CONNECTION_ORIGIN: origin.optional(),
  HUBSPOT_CLIENT_ID: optional,
  HUBSPOT_CLIENT_SECRET: optional,
  PIPEDRIVE_CLIENT_ID: optional,
  PIPEDRIVE_CLIENT_SECRET: optional,
};
type ConnectionVariables = z.infer<z.ZodObject<typeof CONNECTION_VARIABLES>>;

/** Defaults of one machine: the stand-ins (workers/stand-ins/crm). */
export const LOCAL_CONNECTIONS = {
  CONNECTION_ORIGIN: "http://127.0.0.1:8788",
  HUBSPOT_CLIENT_ID: "acta-local-hubspot",
  HUBSPOT_CLIENT_SECRET: "acta-local-hubspot-secret",
  PIPEDRIVE_CLIENT_ID: "acta-local-pipedrive",
  PIPEDRIVE_CLIENT_SECRET: "acta-local-pipedrive-secret",
};

type Client = { clientId: string; clientSecret: string };

export type ConnectionsConfig = {
  hubspot: Client | null;
  pipedrive: Client | null;
  /** The origin of the stand-ins; null means the real services. */
  localOrigin: string | null;
};

/** A name without its secret, or the other way round, is a mistake. */
export function connectionProblems(values: ConnectionVariables): string[] {
  return (["HUBSPOT", "PIPEDRIVE"] as const).flatMap((kind) => {
    const [id, secret] = [values[`${kind}_CLIENT_ID`], values[`${kind}_CLIENT_SECRET`]];
    if ((id === undefined) === (secret === undefined)) return [];
    return [`${kind}_CLIENT_${id === undefined ? "ID" : "SECRET"} is missing`];
  });
}

export function connectionsConfigOf(values: ConnectionVariables): ConnectionsConfig {
  return {
    hubspot: clientOf(values.HUBSPOT_CLIENT_ID, values.HUBSPOT_CLIENT_SECRET),
    pipedrive: clientOf(values.PIPEDRIVE_CLIENT_ID, values.PIPEDRIVE_CLIENT_SECRET),
    localOrigin: values.CONNECTION_ORIGIN ?? null,
  };
}

/** Origins that the form of a consent leads on to; they go into form-action. */
export function consentOrigins({ hubspot, pipedrive, localOrigin }: ConnectionsConfig): string[] {
  if (localOrigin !== null) return [localOrigin];
  return [...(hubspot ? ["https://app.hubspot.com"] : []), ...(pipedrive ? ["https://oauth.pipedrive.com"] : [])];
}

function clientOf(clientId?: string, clientSecret?: string): Client | null {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}
