const encoder = new TextEncoder();

/**
 * Returns a high estimate of a text's tokens. Tokenizers differ; English has some 4 bytes a token, Catalan and digits nearer 3.
 * With three bytes a token, requests are rather too small than too large.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 3);
}
