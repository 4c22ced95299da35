import * as z from "zod";
import type { SignInChoice } from "#app/domain/account/sign-in-provider.ts";
import { optional, origin } from "#workers/config-values.ts";
import { isLoopbackUrl } from "#workers/local-host.ts";

/** The variables of signing in, as a part of workers/config.ts: Google, Microsoft, and one OpenID Connect provider of any make. */

const commaList = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
const domains = commaList
  .transform((parts) => parts.map((part) => part.toLowerCase()))
  .pipe(
    z
      .array(z.string().regex(/^(?:\*|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/))
      .max(50),
  );

export const IDENTITY_VARIABLES = {
  IDENTITY_ORIGIN: origin.optional(),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  MICROSOFT_CLIENT_ID: optional,
  MICROSOFT_CLIENT_SECRET: optional,
  // Kept as it is written: an id_token must name exactly this issuer, with or without a slash at its end.
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#]+$/)
    .optional(),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_NAME: z.string().trim().min(1).max(40).default("OpenID Connect"),
  OIDC_CLIENT_AUTH: z.enum(["basic", "post"]).default("basic"),
  OIDC_EMAIL_DOMAINS: domains.default([]),
  OIDC_SIGN_IN_ORIGINS: commaList.pipe(z.array(origin).max(20)).default([]),
};
type IdentityVariables = z.infer<z.ZodObject<typeof IDENTITY_VARIABLES>>;

export type OAuthClient = { clientId: string; clientSecret: string };
export type OidcConfig = OAuthClient & {
  issuer: string;
  /** The name on the button. */
  label: string;
  /** The way in which the client's secret is sent to the token endpoint. */
  clientAuth: "basic" | "post";
  /** Domains whose addresses the provider vouches for; `*` for all. */
  emailDomains: readonly string[];
};

export type IdentityConfig = {
  google: OAuthClient | null;
  microsoft: OAuthClient | null;
  oidc: OidcConfig | null;
  /** The local provider's origin; null means the real ones. */
  localOrigin: string | null;
};

export function identityConfigOf(values: IdentityVariables): IdentityConfig {
  const oidc = clientOf(values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET);
  return {
    google: clientOf(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    microsoft: clientOf(values.MICROSOFT_CLIENT_ID, values.MICROSOFT_CLIENT_SECRET),
    oidc:
      values.OIDC_ISSUER && oidc
        ? {
            ...oidc,
            issuer: values.OIDC_ISSUER,
            label: values.OIDC_NAME,
            clientAuth: values.OIDC_CLIENT_AUTH,
            emailDomains: values.OIDC_EMAIL_DOMAINS,
          }
        : null,
    localOrigin: values.IDENTITY_ORIGIN ?? null,
  };
}

function clientOf(clientId: string | undefined, clientSecret: string | undefined): OAuthClient | null {
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** The buttons of the sign-in page, in their order. */
export function signInChoices({ google, microsoft, oidc }: IdentityConfig): SignInChoice[] {
  return [
    ...(oidc ? [{ name: "oidc" as const, label: oidc.label }] : []),
    ...(google ? [{ name: "google" as const, label: "Google" }] : []),
    ...(microsoft ? [{ name: "microsoft" as const, label: "Microsoft" }] : []),
  ];
}

/** Browsers hold a form's redirects to form-action too; Microsoft sends personal accounts on to login.live.com. */
const GOOGLE_ORIGINS = ["https://accounts.google.com"];
const MICROSOFT_ORIGINS = ["https://login.microsoftonline.com", "https://login.live.com"];

/** Origins that the sign-in form may lead on to. `standIns`: those of one machine play Google and Microsoft. */
export function signInOrigins(values: IdentityVariables, standIns: readonly string[] | null): string[] {
  const { google, microsoft, oidc } = identityConfigOf(values);
  const ofProviders = [...(google ? GOOGLE_ORIGINS : []), ...(microsoft ? MICROSOFT_ORIGINS : [])];
  const ofOidc = oidc ? [new URL(oidc.issuer).origin, ...values.OIDC_SIGN_IN_ORIGINS] : [];
  return [...(standIns ?? ofProviders), ...ofOidc];
}

/** Problems across the variables of signing in. Only an own server may go without Google and Microsoft. */
export function signInProblems(
  values: IdentityVariables,
  environment: "local" | "production" | "self-hosted",
): string[] {
  const problems: string[] = [];
  for (const pair of [
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
    ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ] as const) {
    const isOptional = environment === "self-hosted" || pair[0] === "OIDC_ISSUER";
    if (isOptional && pair.every((name) => !values[name])) continue;
    problems.push(...pair.flatMap((name) => (values[name] ? [] : [`${name} is missing`])));
  }
  const { OIDC_ISSUER: issuer } = values;
  if (issuer && !issuer.startsWith("https://") && (environment === "production" || !isLoopbackUrl(issuer))) {
    problems.push("OIDC_ISSUER must be https");
  }
  if (problems.length === 0 && signInChoices(identityConfigOf(values)).length === 0) {
    problems.push(
      "nobody can sign in: set OIDC_ISSUER, GOOGLE_CLIENT_ID or MICROSOFT_CLIENT_ID with what belongs to it",
    );
  }
  return problems;
}
