import * as z from "zod/mini";

/** The mails that a person wants, by kind (domain/mail/mail-kinds.ts). */
const preferences = {
  "minutes-ready": z.boolean(),
  "recording-failed": z.boolean(),
  "not-let-in": z.boolean(),
  "retention-warning": z.boolean(),
  "deletion-receipt": z.boolean(),
};
const mailPreferences = z.object(preferences);
export type MailPreferences = z.infer<typeof mailPreferences>;

/** GET and PATCH /api/acta/user/mail. */
export const mailSettings = z.object({
  /** False: this Acta sends no mails. */
  isSending: z.boolean(),
  /** The address that mails go to; null when no provider vouches for one, so that none are sent. */
  address: z.nullable(z.string()),
  preferences: mailPreferences,
  /** Mails that did not arrive, newest first; null when that could not be found out now. */
  undelivered: z.nullable(
    z.array(
      z.object({
        kind: z.enum(["minutes-ready", "recording-failed", "not-let-in"]),
        meetId: z.string(),
        title: z.string(),
        /** `late`: it is tried again. `failed`: it was given up. */
        state: z.enum(["late", "failed"]),
        reason: z.nullable(z.enum(["address", "message", "account", "unavailable"])),
        /** When it was due, in epoch ms. */
        dueAt: z.number(),
      }),
    ),
  ),
});
export type MailSettings = z.infer<typeof mailSettings>;
