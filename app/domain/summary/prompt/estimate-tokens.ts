const encoder = new TextEncoder();

/**
 * How many tokens a text may be, on the high side. Tokenizers differ; English has some 4 bytes a token, Catalan and
 * digits nearer 3, so three bytes a token errs towards asking for less at once.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 3);
}
