/** Encrypts secrets of people (tokens of their calendars, of their CRM) before they are stored. */
export interface SecretBox {
  /**
   * Encrypts a text of any length. `context` names where the ciphertext is stored, as "calendar_tokens/<user id>": a ciphertext
   * that was moved to another row or table does not open. The ciphertext is text without spaces and names its key.
   */
  seal(secret: string, context: string): Promise<string>;
  /** Null if the key is unknown, or if the ciphertext, the name of its key or the context is not what was sealed. */
  open(sealed: string, context: string): Promise<string | null>;
  /** False if an older key sealed it: seal the secret again before that key is removed. */
  isCurrent(sealed: string): boolean;
}

/** `name` is part of every ciphertext: it must contain no dot. `bytes` are 32. */
export type SecretBoxKey = { name: string; bytes: Uint8Array<ArrayBuffer> };
