/**
 * CRMs that take minutes, with their names, which are the same in all languages. Keys are stored and in addresses: never changed. A new CRM
 * begins with its line here; nothing compiles until its adapter and its consent are there too.
 */
export const CRM_NAMES = { hubspot: "HubSpot", pipedrive: "Pipedrive", salesforce: "Salesforce" } as const;
export type CrmKind = keyof typeof CRM_NAMES;

export const CRM_KINDS = Object.keys(CRM_NAMES) as [CrmKind, ...CrmKind[]];

export function isCrmKind(kind: string): kind is CrmKind {
  return CRM_KINDS.some((each) => each === kind);
}
