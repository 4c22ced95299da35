import { CRM_KINDS, type CrmKind } from "#app/domain/deliveries/crm-kind.ts";
import { hubSpotCrm } from "#app/server/adapters/crm/hubspot-crm.ts";
import { hubSpotOAuth } from "#app/server/adapters/crm/hubspot-oauth.ts";
import { hubSpotAddresses } from "#app/server/adapters/crm/hubspot-request.ts";
import { pipedriveCrm } from "#app/server/adapters/crm/pipedrive-crm.ts";
import { pipedriveOAuth } from "#app/server/adapters/crm/pipedrive-oauth.ts";
import { salesforceCrm } from "#app/server/adapters/crm/salesforce/salesforce-crm.ts";
import { salesforceOAuth } from "#app/server/adapters/crm/salesforce/salesforce-oauth.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { Crm, CrmClient, Crms } from "#app/server/ports/crm.ts";
import type { ConnectionsConfig } from "#workers/connections-config.ts";

type Adapter = { consent: (client: CrmClient) => ConnectionClient; crm: (at: { localOrigin: string | null }) => Crm };

/** The registry of CRMs: a new one is a name in CRM_NAMES, an adapter, and its line here. */
const ADAPTERS: Record<CrmKind, Adapter> = {
  hubspot: {
    consent: (client) => hubSpotOAuth({ ...client, addresses: hubSpotAddresses(client.localOrigin) }),
    crm: ({ localOrigin }) => hubSpotCrm(hubSpotAddresses(localOrigin)),
  },
  pipedrive: { consent: pipedriveOAuth, crm: pipedriveCrm },
  salesforce: { consent: salesforceOAuth, crm: salesforceCrm },
};

type Configured = { connections: ConnectionsConfig };

/** Those that are configured. */
export function crmsOf({ connections: { crms, localOrigin } }: Configured): Crms {
  return mapCrms(crms, (kind) => ADAPTERS[kind].crm({ localOrigin }));
}

export function crmConsentsOf({ app, connections }: Configured & { app: { origin: string } }) {
  const { crms, localOrigin } = connections;
  return mapCrms(crms, (kind, client) => {
    const redirectUri = `${app.origin}/api/acta/connections/connect/${kind}/callback`;
    return ADAPTERS[kind].consent({ ...client, redirectUri, localOrigin });
  });
}

/** The same kinds with other values. */
export function mapCrms<From, To>(crms: Partial<Record<CrmKind, From>>, make: (kind: CrmKind, from: From) => To) {
  const made: Partial<Record<CrmKind, To>> = {};
  for (const kind of CRM_KINDS) {
    const from = crms[kind];
    if (from !== undefined) made[kind] = make(kind, from);
  }
  return made;
}
