import * as z from "zod";
import { CONNECTION_SENDS } from "#app/contracts/connections.ts";
import { CRM_CONTACTS_MAX, EMAIL_CHARS_MAX } from "#app/domain/limits/crm.ts";
import { PLACE_ID_CHARS_MAX } from "#app/domain/limits/collaboration.ts";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";

/** Bodies of the calls about connections. */

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

/**
 * POST /api/acta/connections/:connection_id/send/:meetId. `contacts`: ids of those that the person chose; absent: those of before.
 * `placeId`: a channel of Slack for this sending only; absent: the channel of the settings.
 */
export const sendingPayload = z.strictObject({
  contacts: z
    .array(z.string().regex(/^\d{1,20}$/))
    .max(CRM_CONTACTS_MAX)
    .optional(),
  placeId: z.string().min(1).max(PLACE_ID_CHARS_MAX).optional(),
});
