import type { LinkRules } from "#app/domain/meeting/link.ts";

/** What the app may know of its configuration, parsed once in workers/config.ts. Secrets stay with their adapters. */
export type AppConfig = {
  environment: "local" | "production";
  /** The one origin pages are served from; never taken from a request. */
  origin: string;
  contactEmail: string;
  /** Which meeting links lead somewhere here beside the ones that do everywhere; `localOrigin` is null in production, always. */
  links: LinkRules;
  /** Where the browser PUTs recordings; goes into connect-src. */
  uploadOrigin: string;
  /** Where signing in sends the browser from a form; goes into form-action. */
  signInOrigins: readonly string[];
  speech: "none" | "openai" | "workers-ai" | "local";
  language: "extractive" | "openai" | "workers-ai";
  recorder: "none" | "acta" | "attendee" | "recall";
};
