import * as z from "zod/mini";
import { NOTION_FIELDS, NOTION_PROPERTY_TYPES } from "#app/domain/collaboration/notion-fields.ts";
import { CONNECTION_KINDS } from "#app/domain/deliveries/delivery.ts";
import { CRM_MAPPINGS_MAX } from "#app/domain/limits/deliveries.ts";

/** Accounts to which a person's minutes go, in the settings. */

export const CONNECTION_SENDS = ["by-hand", "after-summary"] as const;

export const shownConnection = z.object({
  id: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  /** Of the account at the destination. */
  name: z.string(),
  sends: z.enum(CONNECTION_SENDS),
  /** Whether changes are sent after the first time. */
  updates: z.boolean(),
  /** The kind's own: each kind has a schema. */
  settings: z.record(z.string(), z.unknown()),
  createdAt: z.number(),
  /** Null until the person agreed to a preview: nothing is sent by itself before. */
  previewedAt: z.nullable(z.number()),
  /** When the destination refused Acta; null while it accepts it. */
  brokenAt: z.nullable(z.number()),
});
export type ShownConnection = z.infer<typeof shownConnection>;

/** GET /api/acta/connections: oldest first. `available`: kinds that can be connected here. */
export const connectionList = z.object({
  connections: z.array(shownConnection),
  available: z.array(z.enum(CONNECTION_KINDS)),
});

/** The channel of Slack or the database of Notion to which a connection sends. */

const placeMapping = z.partialRecord(z.enum(NOTION_FIELDS), z.string().check(z.maxLength(200)));

const place = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
  /** Of a database: the properties that can take a field. */
  properties: z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(NOTION_PROPERTY_TYPES) })),
  /** Of a database: a mapping to begin with. */
  proposed: placeMapping,
});
export type Place = z.infer<typeof place>;

/** GET /api/acta/connections/{id}/places */
export const placeList = z.object({ places: z.array(place) });

// oxlint-disable-next-line no-underscore-dangle -- the name in zod/mini, where "default" is no name of a function
const withDefault = z._default;

/** A field of the minutes, and the property into which it is written. */
export const fieldMapping = z.object({
  /** The title of the field when it was chosen. A field of minutes is found by it where none has the key. */
  field: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  /** The key of the field, which stays when its title is changed, and is the same in every language. Absent: a title that was typed. */
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
  /** The receiver's identifier of the property, which never changes: its name at a CRM, its id at Notion. */
  property: z.string().check(z.minLength(1), z.maxLength(120)),
});
export type FieldMapping = z.infer<typeof fieldMapping>;

/** Settings of a connection to a CRM. */
export const crmSettings = z.object({
  /** Also logs the meeting itself. */
  meeting: withDefault(z.boolean(), false),
  /** Sends tasks as tasks. */
  tasks: withDefault(z.boolean(), true),
  properties: withDefault(z.array(fieldMapping).check(z.maxLength(CRM_MAPPINGS_MAX)), []),
  /** The person was told that connecting again offers companies and deals. */
  wasToldOfRelated: withDefault(z.boolean(), false),
});
export type CrmSettings = z.infer<typeof crmSettings>;

/** GET /api/acta/connections/:connection_id/properties */
export const crmProperties = z.object({ properties: z.array(z.object({ name: z.string(), label: z.string() })) });

const relatedRecord = { id: z.string(), name: z.string(), url: z.string(), isChosen: z.boolean() };

/** Companies and deals of the contacts of a preview. */
export const relatedRecords = z.object({
  /** The company of each contact is chosen until a person chooses. */
  companies: z.array(z.object(relatedRecord)),
  /** Open ones first. None is chosen until a person chooses. */
  deals: z.array(z.extend(z.object(relatedRecord), { isOpen: z.boolean() })),
  /** An entry belongs to one deal at the most. */
  hasOneDeal: z.boolean(),
  /** The account was connected without the permission for them, and its person has not been told before. */
  isConnectingAgainWorth: z.boolean(),
});

/** POST /api/acta/connections/:connection_id/preview/:meetId: exactly what would be sent. */
export const crmPreview = z.object({
  /** The contacts that it would be sent to; empty where nobody of the meeting is there. */
  contacts: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  related: relatedRecords,
  /** The minutes as plain text. */
  note: z.string(),
  /** Whether the meeting itself is logged. */
  meeting: z.boolean(),
  /** `owner`: the user of the CRM whose task it will be, where the CRM knows them. */
  tasks: z.array(z.object({ title: z.string(), due: z.nullable(z.string()), owner: z.nullable(z.string()) })),
  properties: z.array(z.object({ property: z.string(), value: z.string() })),
  /** It was sent before: an update. */
  isUpdate: z.boolean(),
});
export type CrmPreview = z.infer<typeof crmPreview>;
