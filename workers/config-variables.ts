import * as z from "zod";
import { CALL_SECRET_CHARS_MIN } from "#app/domain/limits/calls.ts";
import {
  LANGUAGE_CONTEXT_TOKENS_DEFAULT,
  LANGUAGE_CONTEXT_TOKENS_MAX,
  LANGUAGE_CONTEXT_TOKENS_MIN,
} from "#app/domain/limits/engines.ts";
import { ADMIN_TOKEN_CHARS_MIN, SHARE_SECRET_CHARS_MIN } from "#app/domain/limits/requests.ts";
import { BILLING_VARIABLES } from "#workers/billing-config.ts";
import { COLLABORATION_VARIABLES } from "#workers/collaboration-config.ts";
import { hostList, named, optional, origin, secretBoxKeys, sender } from "#workers/config-values.ts";
import { CONNECTION_VARIABLES } from "#workers/connections-config.ts";
import { IDENTITY_VARIABLES } from "#workers/identity-config.ts";
import { TASK_VARIABLES } from "#workers/tasks-config.ts";

/** The text variables of an environment, each on its own. config-problems.ts judges them together. */
export const variables = z.object({
  ENVIRONMENT: z.enum(["local", "production", "self-hosted"]),
  APP_ORIGIN: origin,
  CONTACT_EMAIL: z.email(),
  ...IDENTITY_VARIABLES,
  CALENDAR_ORIGIN: origin.optional(),
  WEBHOOK_ORIGIN: origin.optional(),
  ...BILLING_VARIABLES,
  ...COLLABORATION_VARIABLES,
  ...CONNECTION_VARIABLES,
  ...TASK_VARIABLES,
  R2_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  R2_BUCKET: named,
  R2_ACCESS_KEY_ID: named,
  R2_SECRET_ACCESS_KEY: named,
  SHARE_SECRET: z.string().trim().min(SHARE_SECRET_CHARS_MIN),
  CALL_SECRET: z.string().trim().min(CALL_SECRET_CHARS_MIN),
  SECRET_BOX_KEYS: secretBoxKeys,
  MAIL_ENGINE: z.enum(["none", "local", "resend", "cloudflare", "smtp"]).default("none"),
  MAIL_FROM: sender.optional(),
  MAIL_API_KEY: optional,
  MAIL_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  RECORDER_ENGINE: z.enum(["none", "acta", "attendee", "recall"]).default("none"),
  RECORDER_URL: z.url({ protocol: /^https?$/ }).optional(),
  RECORDER_TOKEN: optional,
  RECORDER_WEBHOOK_SECRET: optional,
  RECORDER_SINK_ORIGIN: origin.optional(),
  EXTRA_MEETING_HOSTS: hostList.optional(),
  LOCAL_MEETING_ORIGIN: origin.optional(),
  SPEECH_ENGINE: z.enum(["none", "openai", "workers-ai", "local"]),
  SPEECH_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SPEECH_MODEL: optional,
  SPEECH_API_KEY: optional,
  VOICES_ENGINE: z.enum(["none", "local", "container"]).default("none"),
  VOICES_URL: z.url({ protocol: /^https?$/ }).optional(),
  VOICES_TOKEN: optional,
  LANGUAGE_ENGINE: z.enum(["extractive", "openai", "ollama", "workers-ai", "local"]),
  LANGUAGE_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LANGUAGE_MODEL: optional,
  LANGUAGE_API_KEY: optional,
  LANGUAGE_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(LANGUAGE_CONTEXT_TOKENS_MIN)
    .max(LANGUAGE_CONTEXT_TOKENS_MAX)
    .default(LANGUAGE_CONTEXT_TOKENS_DEFAULT),
  LOCAL_MODEL_URL: z.url({ protocol: /^http$/ }).optional(),
  LOCAL_MODEL_KEY: optional,
  ADMIN_TOKEN: z.string().trim().min(ADMIN_TOKEN_CHARS_MIN).optional(),
  LOCATION_HINT: z.enum(["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]).optional(),
  JURISDICTION: z.enum(["eu"]).optional(),
});

/** The variables as they were read; each is valid on its own. */
export type Variables = z.infer<typeof variables>;
