import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { CONNECTION_SENDS, fieldMapping } from "#app/contracts/connections.ts";
import { SCOPES } from "#app/domain/account/actor.ts";
import { NOTION_FIELDS } from "#app/domain/collaboration/notion-fields.ts";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";
import { API_KEY_DAYS, API_KEY_NAME_CHARS_MAX } from "#app/domain/limits/apps.ts";
import {
  CRM_CONTACTS_MAX,
  CRM_MAPPINGS_MAX,
  CRM_RELATED_MAX,
  EMAIL_CHARS_MAX,
  PLACE_ID_CHARS_MAX,
  PLACE_TEMPLATES_MAX,
  TASK_OWNER_CHARS_MAX,
  TASKS_SENT_MAX,
  WEBHOOK_URL_CHARS_MAX,
} from "#app/domain/limits/deliveries.ts";
import { LOCALES } from "#app/domain/languages.ts";
import {
  FOLLOW_UP_PEOPLE_MAX,
  FOLLOW_UP_SUBJECT_CHARS_MAX,
  FOLLOW_UP_TEXT_CHARS_MAX,
} from "#app/domain/limits/mail.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { WEBHOOK_CONTENTS, WEBHOOK_EVENTS } from "#app/domain/webhooks/webhook.ts";

/** Bodies of the calls about connections, feeds, API keys and webhooks. Only the server loads them: pages load zod/mini. */

/** POST /api/acta/connections/connect/:kind: a form. */
export const connectForm = z.object({ returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).startsWith("/") });

/** PATCH /api/acta/connections/:connection_id. `settings`: those that are named are replaced. */
export const connectionChange = z.strictObject({
  sends: z.enum(CONNECTION_SENDS).optional(),
  updates: z.boolean().optional(),
  settings: z.record(z.string().max(50), z.unknown()).optional(),
});
export type ConnectionChange = z.infer<typeof connectionChange>;

/** POST /api/acta/connections/:connection_id/preview/:meetId. `email`: a contact in place of those of the calendar. */
export const previewPayload = z.strictObject({ email: z.email().max(EMAIL_CHARS_MAX).toLowerCase().optional() });

/** Numbers at HubSpot and Pipedrive; 18 letters and digits at Salesforce. */
const recordId = z.string().regex(/^[0-9A-Za-z]{1,20}$/);

/**
 * POST /api/acta/connections/:connection_id/send/:meetId. `contacts`: ids of those that the person chose; absent: those of before.
 * `related`: the same of their companies and deals at a CRM. `placeId`: a channel of Slack for this sending only; absent: the channel of the settings. `key`: one press of the button; the same one
 * again, because its answer was lost, sends nothing more.
 */
export const sendingPayload = z.strictObject({
  key: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .optional(),
  contacts: z.array(recordId).max(CRM_CONTACTS_MAX).optional(),
  related: z
    .strictObject({
      companies: z.array(recordId).max(CRM_RELATED_MAX),
      deals: z.array(recordId).max(CRM_RELATED_MAX),
    })
    .optional(),
  placeId: z.string().min(1).max(PLACE_ID_CHARS_MAX).optional(),
});

/**
 * PUT /api/acta/connections/{id}/place: a channel or a database, and when minutes go there. `templates`: only minutes of these go by
 * themselves; null: all.
 */
export const chosenPlace = z.strictObject({
  placeId: z.string().min(1).max(PLACE_ID_CHARS_MAX),
  sends: z.enum(CONNECTION_SENDS),
  updates: z.boolean(),
  templates: z.array(z.string().max(PLACE_ID_CHARS_MAX).nullable()).max(PLACE_TEMPLATES_MAX).nullable(),
  /** Of a database: by the field, the id of its property. */
  mapping: z.partialRecord(z.enum(NOTION_FIELDS), z.string().max(PLACE_ID_CHARS_MAX)).default({}),
  /** Of a database: fields of templates, with the ids of their properties. */
  fields: z.array(fieldMapping).max(CRM_MAPPINGS_MAX).default([]),
});
export type ChosenPlace = z.output<typeof chosenPlace>;

/**
 * POST /api/acta/connections/:connection_id/tasks/:meetId. `owners`: by a name of the minutes the person there; null: nobody. `key`: one press
 * of the button; the same one again, because its answer was lost, sends nothing more.
 */
export const taskChoice = z.strictObject({
  key: z.string().regex(/^[\w-]{16,64}$/),
  placeId: z.string().min(1).max(PLACE_ID_CHARS_MAX),
  taskIds: z.array(z.string().min(1).max(PLACE_ID_CHARS_MAX)).min(1).max(TASKS_SENT_MAX),
  owners: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(TASK_OWNER_CHARS_MAX),
        personId: z.string().max(PLACE_ID_CHARS_MAX).nullable(),
      }),
    )
    .max(TASKS_SENT_MAX),
});
export type TaskChoice = z.output<typeof taskChoice>;

/** PATCH /api/acta/feeds/:feed_kind. */
export const feedChange = z.strictObject({ titlesShown: z.boolean() });

/** POST /api/acta/keys */
export const newKey = z.strictObject({
  name: z.string().max(API_KEY_NAME_CHARS_MAX).transform(cleanName).pipe(z.string().min(1)),
  scope: z.enum(SCOPES),
  /** Days until it ends; null: no end. */
  days: z.literal(API_KEY_DAYS).nullable(),
});

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .transform((names) => WEBHOOK_EVENTS.filter((event) => names.includes(event)));

/** POST /api/acta/webhooks. domain/webhooks/receiver-address.ts decides about the address. */
export const newWebhook = z.strictObject({
  url: z.string().max(WEBHOOK_URL_CHARS_MAX),
  events,
  content: z.enum(WEBHOOK_CONTENTS),
});
export type NewWebhook = z.output<typeof newWebhook>;

/** PATCH /api/acta/webhooks/:webhook_id */
export const webhookChange = z
  .strictObject({
    events: events.optional(),
    content: z.enum(WEBHOOK_CONTENTS).optional(),
    paused: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined));
export type WebhookChange = z.output<typeof webhookChange>;

/** POST /api/acta/meetings/:meetId/follow-up. `key`: one press of the button; the same one again sends nothing more. */
export const followUpPayload = z.strictObject({
  key: z.string().regex(/^[\w-]{16,64}$/),
  to: z
    .array(
      z
        .string()
        .trim()
        .refine((typed) => parseMailAddress(typed) !== null),
    )
    .min(1)
    .max(FOLLOW_UP_PEOPLE_MAX),
  // One line, and no control characters: it is a header of the mail.
  subject: z
    .string()
    .trim()
    .min(1)
    .max(FOLLOW_UP_SUBJECT_CHARS_MAX)
    .regex(/^\P{Cc}+$/u),
  text: z.string().trim().min(1).max(FOLLOW_UP_TEXT_CHARS_MAX),
  language: z.enum(LOCALES),
  withLink: z.boolean().default(false),
});
export type FollowUpPayload = z.output<typeof followUpPayload>;

/** PUT /api/acta/meetings/:meetId/follow-up/series: from the next meeting of its series on, the follow-up goes by itself. */
export const followUpSeriesPayload = z.strictObject({
  to: followUpPayload.shape.to,
  language: z.enum(LOCALES),
  withLink: z.boolean().default(false),
});
export type FollowUpSeriesPayload = z.output<typeof followUpSeriesPayload>;
