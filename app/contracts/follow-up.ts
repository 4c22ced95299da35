import * as z from "zod/mini";
import { DELIVERY_STATES } from "#app/domain/deliveries/delivery.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";

/** GET /api/acta/meetings/:meetId/follow-up: a follow-up as its person begins with it, in ?language=. */
export const followUpDraft = z.object({
  /** Of the words around the lines of the minutes, which stay in `minutesLanguage`. */
  language: z.enum(LOCALES),
  minutesLanguage: z.enum(MEETING_LANGUAGES),
  subject: z.string(),
  text: z.string(),
  /** Addresses of the people whom the meeting's event invites; empty where no calendar tells. */
  people: z.array(z.string()),
  /** Of the meeting's series, null where it belongs to none. `choice`: its follow-ups go by themselves. */
  series: z.nullable(
    z.object({
      choice: z.nullable(z.object({ to: z.array(z.string()), language: z.enum(LOCALES), withLink: z.boolean() })),
    }),
  ),
  /** The address that answers go to; null where the person has none that is confirmed. */
  replyTo: z.nullable(z.string()),
  /** False: this Acta sends no mails. */
  isSending: z.boolean(),
  /** The mails of earlier follow-ups of this meeting, newest first. */
  sent: z.array(z.object({ to: z.string(), at: z.number(), state: z.enum(DELIVERY_STATES) })),
});
export type FollowUpDraft = z.infer<typeof followUpDraft>;

/**
 * GET and DELETE /api/acta/meetings/:meetId/follow-up/plan: the follow-up that goes by itself at `at` (`planned`), went then (`gone`), or why it
 * did not. Null where there is none.
 */
export const followUpPlan = z.object({
  plan: z.nullable(
    z.object({
      state: z.enum(["planned", "gone", "quotations", "no-address", "too-many-mails"]),
      at: z.number(),
      to: z.array(z.string()),
    }),
  ),
});
export type FollowUpPlan = z.infer<typeof followUpPlan>["plan"];
