import type { SignInChoice } from "#app/domain/account/sign-in-provider.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";

/** The part of the configuration that the app can read, parsed once in workers/config.ts. Secrets stay with their adapters. */
export type AppConfig = {
  environment: "local" | "production" | "self-hosted";
  /** The one origin pages are served from; never taken from a request. */
  origin: string;
  contactEmail: string;
  /** The providers that people can sign in with, in the order of their buttons. */
  signIn: readonly SignInChoice[];
  /** The plan that every new account has for good, where the operator sells none on a server of their own. */
  planOfAll: "business" | null;
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
  mail: "none" | "local" | "resend" | "cloudflare" | "smtp";
  /** Origin of the receiver that stands in on one machine; null in production. */
  webhooks: { localOrigin: string | null };
};
