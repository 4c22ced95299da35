import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import type { Outcome } from "#app/domain/outcome.ts";

/** `refresh` and `expiresAt` are null where tokens of the kind do not end. */
export type ConnectionTokens = { access: string; refresh: string | null; expiresAt: number | null };

/** The account that a person chose at the destination. */
export type ConnectedAccount = {
  accountId: string;
  name: string;
  /** Settings of the kind that follow from the account. */
  settings?: Record<string, unknown>;
};

/** All but `code-refused` are said to the person in words of their own. */
export type ConsentRefusal = "code-refused" | "scopes-missing" | "whole-organisation" | "token-rotation" | "no-api";

/** The consent of one kind of account: OAuth 2.0. Throws UpstreamError; refusals are values. */
export interface ConnectionClient {
  /** `codeChallenge` is for kinds that know PKCE (RFC 7636). */
  consentUrl(asked: { state: string; codeChallenge: string }): string;
  exchange(asked: {
    code: string;
    codeVerifier: string;
    now: number;
  }): Promise<Outcome<{ tokens: ConnectionTokens; account: ConnectedAccount }, ConsentRefusal>>;
  /** `invalid-grant`: only a new consent helps. */
  refresh(refreshToken: string, now: number): Promise<Outcome<ConnectionTokens, "invalid-grant">>;
  /** Gives the tokens back, as far as the destination takes them. */
  revoke(tokens: ConnectionTokens): Promise<void>;
}

/** Kinds that are not configured are absent. */
export type ConnectionClients = Partial<Record<ConnectionKind, ConnectionClient>>;
