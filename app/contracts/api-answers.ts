import * as z from "zod/mini";

/** Answers of endpoints that belong to no other contract, as the page reads them. */

/** A change that has nothing more to say. */
export const doneAnswer = z.null();

/** The meeting that a call made or changed. */
export const meetingAnswer = z.object({ meetId: z.string() });

/** POST /api/auth/signout_everywhere: sessions that were ended. */
export const signedOutAnswer = z.object({ ended: z.number() });

/** GET /api/auth/session (§7); signed out is an empty object. */
export const sessionAnswer = z.union([
  z.object({
    user: z.object({ name: z.string(), email: z.nullable(z.string()) }),
    /** False: signed in, but the onboarding is still to come. */
    onboarded: z.boolean(),
  }),
  z.strictObject({}),
]);
export type SessionView = z.infer<typeof sessionAnswer>;

/**
 * Every refusal on the wire: a stable code; `message` is the specification's text in the caller's language; `reason` says
 * more where the code leaves it open: an UploadRefusal where the code is `upload-refused`, a GivenTranscriptRefusal where it is
 * `transcript-refused`.
 */
export const apiError = z.object({
  /** §7: the message once more, for the calls of calendars. */
  detail: z.optional(z.string()),
  error: z.object({
    code: z.string(),
    message: z.string(),
    reason: z.nullable(z.string()),
    /** Paths of the payload that could not be used. */
    fields: z.optional(z.array(z.string())),
    /** The cue of a transcript that is refused for it: its number from 1, and when it begins. */
    cue: z.optional(z.object({ number: z.number(), startMs: z.number() })),
  }),
});
export type ApiError = z.infer<typeof apiError>;
