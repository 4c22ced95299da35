import * as z from "zod";
import { SCOPES } from "#app/domain/account/actor.ts";
import { API_KEY_DAYS, API_KEY_NAME_CHARS_MAX } from "#app/domain/limits/keys.ts";

export const newKey = z.strictObject({
  name: z.string().trim().min(1).max(API_KEY_NAME_CHARS_MAX),
  scope: z.enum(SCOPES),
  /** Days until it ends; null: no end. */
  days: z.literal(API_KEY_DAYS).nullable(),
});
