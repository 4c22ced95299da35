import { WAIT_MINUTES } from "#app/domain/call/waiting.ts";
import * as z from "zod";
import { BASIC_TEMPLATE, ZONE_OF_BROWSER } from "#app/domain/account/choices.ts";
import { PROFILE_FIELDS } from "#app/contracts/profile-form.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { LOCALES } from "#app/domain/languages.ts";
import {
  LOCAL_PATH_CHARS_MAX,
  OBJECTION_CHARS_MAX,
  OBJECTION_NAME_CHARS_MAX,
  PROFILE_TEXT_CHARS_MAX,
  RETENTION_DAYS_MAX,
} from "#app/domain/limits/account.ts";
import { MAIL_KINDS, type MailKind } from "#app/domain/mail/mail-kinds.ts";
import { parseTimeZone } from "#app/domain/time.ts";

/** PATCH /api/acta/user/mail: true for each kind of mail that is switched on, false for off. The others stay. */
export const mailChange = z.partialRecord(z.enum(MAIL_KINDS), z.boolean());

/** POST /api/acta/user/preferences, as a form: absent fields stay unchanged. */
export const preferencesForm = z.object({
  locale: z.enum(LOCALES).optional(),
  timeZone: z
    .string()
    .transform((text, context) => {
      const zone = parseTimeZone(text);
      if (zone === null) context.addIssue({ code: "custom", message: "not a time zone" });
      return zone ?? "UTC";
    })
    .optional(),
  theme: z.enum(["system", "light", "dark"]).optional(),
  /** Path to redirect to, for a form that is sent without JavaScript. */
  returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).optional(),
});

/** POST /api/auth/signout_everywhere. `keepThis`: the session that asks stays. */
export const signOutEverywherePayload = z.object({ keepThis: z.boolean(), endKeys: z.boolean().default(false) });

/** The handle of a session (24 hexadecimal digits), or all sessions except the caller's. */
const whichSession = z.union([z.literal("others"), z.string().regex(/^[0-9a-f]{24}$/)]);

/** POST /api/auth/signout_session, as a form, so that it works without JavaScript. */
export const endSessionForm = z.object({
  session: whichSession,
  /** With `others`: ends the API keys too. */
  keys: z.literal("end").optional(),
  /** Path to redirect to. */
  returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).optional(),
});

const box = z.enum(["on", "off"]).optional();

/**
 * POST /api/acta/user/choices, as a form: absent fields stay unchanged, and one must be there. A box sends "off" before it, so that it
 * says something when it is empty.
 */
export const choicesForm = z
  .object({
    templateId: z
      .string()
      .max(64)
      .transform((id) => (id === BASIC_TEMPLATE ? null : id))
      .optional(),
    zone: z
      .string()
      .transform((text, context) => {
        if (text === ZONE_OF_BROWSER) return null;
        const zone = parseTimeZone(text);
        if (zone === null) context.addIssue({ code: "custom", message: "not a time zone" });
        return zone;
      })
      .optional(),
    waitMinutes: z.enum(WAIT_MINUTES.map(String)).transform(Number).optional(),
    /** The picture of calls is recorded. */
    picture: box,
    ...(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, box])) as Record<MailKind, typeof box>),
    /** Path to redirect to, for a form that is sent without JavaScript. */
    returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).optional(),
  })
  .refine(({ returnTo: _place, ...chosen }) => Object.values(chosen).some((value) => value !== undefined), "no choice");

/** POST /api/acta/user/profile: fields that are changed, as typed. Each is stored by itself, or refused with its reason. */
export const profileChange = z.partialRecord(z.enum(PROFILE_FIELDS), z.string().max(PROFILE_TEXT_CHARS_MAX));

/** POST /api/acta/user/mail_address, as a form. What is no address is refused by the use case, in words on the page. */
export const mailAddressForm = z.object({
  address: z.string(),
  /** The button: asks for a link, removes one's own address, or takes it back from others. */
  act: z.enum(["ask", "remove", "take-back"]).default("ask"),
});

/** The form of a brief's page: whether the person wants briefs by mail. */
export const briefForm = z.object({ mail: z.enum(["on", "off"]) });

const days = z.union([z.int().min(1).max(RETENTION_DAYS_MAX), z.null()]);

/** Days for which Acta keeps the parts of meetings; null: until a person deletes them. */
const retentionRule = z.object({
  recording: z.union([days, z.literal("transcribed")]),
  transcript: days,
  meeting: days,
});

/** PUT /api/acta/user/retention: absent parts stay as they are stored, also where another tab has changed them. */
export const retentionChange = retentionRule.partial();

/** PUT /api/acta/meetings/:meetId/retention: absent parts stay as they are stored. Null: as the default says. */
export const meetingRetention = z.object({ rule: z.union([retentionChange, z.null()]) });

/** The stored rule, as the change has left it. */
export const retentionAnswer = retentionRule;
export const meetingRetentionAnswer = z.union([retentionRule, z.null()]);

/** POST /api/acta/user/delete. `confirmation`: the person's address, typed; their name where they have no address. */
export const deleteAccountPayload = z.object({ confirmation: z.string().max(320) });

/** The form of /recorded/:code. A name is not asked for: people may object without saying who they are. */
export const objectionForm = z.object({
  name: z.string().max(OBJECTION_NAME_CHARS_MAX).transform(cleanName).catch(""),
  text: z.string().trim().min(1).max(OBJECTION_CHARS_MAX),
});
