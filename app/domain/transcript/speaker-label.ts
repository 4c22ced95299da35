/** "Speaker 5": a label of the engine's, not a name. Its number where it is one, else null. */
export function labelNumber(name: string): string | null {
  return /^(?:speaker|spk|hablante|orador|parlant|locuteur)[ _-]?(\d{1,3})$/i.exec(name.trim())?.[1] ?? null;
}
