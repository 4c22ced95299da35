const NAMES: Record<string, string> = { google: "Google", microsoft: "Microsoft" };

/** A provider as people know it; its own word where we do not. */
export function providerName(provider: string): string {
  return NAMES[provider] ?? provider;
}
