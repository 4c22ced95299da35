import * as z from "zod/mini";
import { CRM_MAPPINGS_MAX } from "#app/domain/limits/crm.ts";

// oxlint-disable-next-line no-underscore-dangle -- the name in zod/mini, where "default" is no name of a function
const withDefault = z._default;

/** Settings of a connection to a CRM. */
const mapping = z.object({
  /** The title of a field, as the minutes show it. */
  field: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  /** The name of a property of contacts. */
  property: z.string().check(z.minLength(1), z.maxLength(120)),
});
export const crmSettings = z.object({
  /** Also logs the meeting itself. */
  meeting: withDefault(z.boolean(), false),
  /** Sends tasks as tasks. */
  tasks: withDefault(z.boolean(), true),
  properties: withDefault(z.array(mapping).check(z.maxLength(CRM_MAPPINGS_MAX)), []),
});
export type CrmSettings = z.infer<typeof crmSettings>;

/** GET /api/acta/connections/:connection_id/properties */
export const crmProperties = z.object({ properties: z.array(z.object({ name: z.string(), label: z.string() })) });

/** POST /api/acta/connections/:connection_id/preview/:meetId: exactly what would be sent. */
export const crmPreview = z.object({
  /** The contacts that it would be sent to; empty where nobody of the meeting is there. */
  contacts: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  /** The minutes as plain text. */
  note: z.string(),
  /** Whether the meeting itself is logged. */
  meeting: z.boolean(),
  tasks: z.array(z.object({ title: z.string(), due: z.nullable(z.string()) })),
  properties: z.array(z.object({ property: z.string(), value: z.string() })),
  /** It was sent before: an update. */
  isUpdate: z.boolean(),
});
export type CrmPreview = z.infer<typeof crmPreview>;
