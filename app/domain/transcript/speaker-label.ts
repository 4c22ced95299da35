/** "Speaker 5": a label of the engine's, not a name. Its number where it is one, else null. */
export function labelNumber(name: string): string | null {
  return /^(?:speaker|spk|hablante|orador|parlant|locuteur)[ _-]?(\d{1,3})$/i.exec(name.trim())?.[1] ?? null;
}

/** Whether a name is a recogniser's label: "SPEAKER_00", "speaker 1". */
export function isSpeakerLabel(name: string): boolean {
  return labelNumber(name) !== null;
}

/** The label behind a name that people gave to speakers (`names`: by label). The name itself where it stands for none, or for several. */
export function labelBehind(names: ReadonlyMap<string, string>, shown: string): string {
  const labels = [...names].flatMap(([label, name]) => (name === shown ? [label] : []));
  return (labels.length === 1 ? labels[0] : undefined) ?? shown;
}
