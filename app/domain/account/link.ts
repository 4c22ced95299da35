/**
 * Two identities belong to one account only when an e-mail address proves it: both providers vouch for the address, and they are
 * different providers. A second subject at the same provider is a different person according to that provider (an address that
 * was given to a new employee). An address that no provider vouches for never links: the operator of a directory can write any
 * address into it.
 */
export type VouchedAddress = { providers: readonly string[]; email: string | null; emailVerified: boolean };

/** Tells whether an identity that signs in for the first time joins an existing account. Addresses are lower case. */
export function mayLink(
  account: VouchedAddress,
  identity: { provider: string; email: string | null; emailVerified: boolean },
): boolean {
  return (
    identity.email !== null &&
    account.email === identity.email &&
    account.emailVerified &&
    identity.emailVerified &&
    !account.providers.includes(identity.provider)
  );
}
