/** The services that confirm who a person is. `oidc` is one of the operator's choice, of any make (decision 219). */
export const PROVIDER_NAMES = ["google", "microsoft", "oidc"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** A provider that people can sign in with here, and the name on its button. */
export type SignInChoice = { name: ProviderName; label: string };
