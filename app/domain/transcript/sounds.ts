/** Sounds and gaps as some transcripts have them: "{laughter}", "{gap}". */
const SOUND = /\{[^{}]{0,60}\}/gu;

/** Returns a text without the sounds that its transcriber noted: they are no words, and hide the ends of sentences. */
export function withoutSounds(text: string): string {
  return text.replace(SOUND, " ");
}
