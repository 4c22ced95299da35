import { CRM_KINDS, type CrmKind } from "#app/domain/deliveries/crm-kind.ts";
import { optional, origin } from "#workers/config-values.ts";

/** The variables of CRMs to which minutes go, as a part of workers/config.ts. A kind without its client cannot be connected. */

/** Origins of the pages of consent. The form that begins a consent leads there, also by redirects, so that they go into form-action. */
const CONSENT: Record<CrmKind, readonly string[]> = {
  hubspot: ["https://app.hubspot.com"],
  pipedrive: ["https://oauth.pipedrive.com"],
  // A person who is signed in is led on to the company's own host.
  salesforce: ["https://login.salesforce.com", "https://*.salesforce.com"],
};

const PARTS = ["CLIENT_ID", "CLIENT_SECRET"] as const;
type Part = (typeof PARTS)[number];
type CrmVariable = `${Uppercase<CrmKind>}_${Part}`;
const nameOf = (kind: CrmKind, part: Part) => `${kind.toUpperCase()}_${part}` as CrmVariable;
const NAMES = CRM_KINDS.flatMap((kind) => PARTS.map((part) => nameOf(kind, part)));

export const CONNECTION_VARIABLES = {
  CONNECTION_ORIGIN: origin.optional(),
  SALESFORCE_LOGIN_ORIGIN: origin.optional(),
  ...(Object.fromEntries(NAMES.map((name) => [name, optional])) as Record<CrmVariable, typeof optional>),
};
type ConnectionVariables = Partial<Record<keyof typeof CONNECTION_VARIABLES, string | undefined>>;
export const CONNECTION_SECRETS = NAMES.filter((name) => name.endsWith("_SECRET"));

/** Defaults of one machine: the stand-ins (workers/stand-ins/crm), which know these clients only. */
export const LOCAL_CONNECTIONS: Record<string, string> = {
  CONNECTION_ORIGIN: "http://127.0.0.1:8788",
  ...Object.fromEntries(
    CRM_KINDS.flatMap((kind) => [
      [nameOf(kind, "CLIENT_ID"), `acta-local-${kind}`],
      [nameOf(kind, "CLIENT_SECRET"), `acta-local-${kind}-secret`],
    ]),
  ),
};

/** `loginOrigin`: where people of the company sign in, if not at the CRM's usual place. */
type Client = { clientId: string; clientSecret: string; loginOrigin: string | null };

export type ConnectionsConfig = {
  /** A kind that is absent cannot be connected here. */
  crms: Partial<Record<CrmKind, Client>>;
  /** The origin of the stand-ins; null means the real services. */
  localOrigin: string | null;
};

/** A name without its secret, or the other way round, is a mistake. A token would go wherever people sign in. */
export function connectionProblems(values: ConnectionVariables): string[] {
  const login = values.SALESFORCE_LOGIN_ORIGIN;
  const isForeign = login !== undefined && !/^https:\/\/(?:[a-z0-9-]+\.)+salesforce\.com$/u.test(login);
  return [
    ...CRM_KINDS.flatMap((kind) => {
      const missing = PARTS.filter((part) => values[nameOf(kind, part)] === undefined);
      return missing.length === 1 ? missing.map((part) => `${nameOf(kind, part)} is missing`) : [];
    }),
    ...(isForeign ? ["SALESFORCE_LOGIN_ORIGIN must be an https address below salesforce.com"] : []),
  ];
}

export function connectionsConfigOf(values: ConnectionVariables): ConnectionsConfig {
  const crms: ConnectionsConfig["crms"] = {};
  for (const kind of CRM_KINDS) {
    const [clientId, clientSecret] = PARTS.map((part) => values[nameOf(kind, part)]);
    const loginOrigin = kind === "salesforce" ? (values.SALESFORCE_LOGIN_ORIGIN ?? null) : null;
    if (clientId !== undefined && clientSecret !== undefined) crms[kind] = { clientId, clientSecret, loginOrigin };
  }
  return { crms, localOrigin: values.CONNECTION_ORIGIN ?? null };
}

export function consentOrigins({ crms, localOrigin }: ConnectionsConfig): string[] {
  if (localOrigin !== null) return [localOrigin];
  return CRM_KINDS.filter((kind) => crms[kind] !== undefined).flatMap((kind) => CONSENT[kind]);
}
