import type { LinkRules } from "#app/domain/meeting/link.ts";

/** The part of the configuration that the app can read, parsed once in workers/config.ts. Secrets stay with their adapters. */
export type AppConfig = {
  environment: "local" | "production";
  /** The one origin pages are served from; never taken from a request. */
  origin: string;
  contactEmail: string;
  /** Meeting links that are accepted here in addition to the general ones; `localOrigin` is always null in production. */
  links: LinkRules;
  /** Origin to which the browser PUTs recordings; goes into connect-src. */
  uploadOrigin: string;
  /** Origins to which sign-in forms redirect the browser; go into form-action. */
  signInOrigins: readonly string[];
  speech: "none" | "openai" | "workers-ai" | "local";
  voices: "none" | "local" | "container";
  language: "extractive" | "openai" | "ollama" | "workers-ai" | "local";
  recorder: "none" | "acta" | "attendee" | "recall";
  mail: "none" | "local" | "resend" | "cloudflare";
  /** Origin of the receiver that stands in on one machine; null in production. */
  webhooks: { localOrigin: string | null };
};
