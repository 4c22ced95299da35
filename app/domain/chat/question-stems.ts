import type { MeetingLanguage } from "#app/domain/languages.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Words by which people ask about a meeting, and that say nothing of what they ask about. */
const ASKING: Record<MeetingLanguage, string> = {
  en: "meeting meetings discuss discussed discussion mention mentioned tell asked anybody explain summarize summarise summary happen happened conversation topic topics recording transcript call",
  es: "reunion reuniones hablar hablo hablaron hablamos habla discutir discutio discutieron mencionar menciono mencionaron comentar comento comentaron explica explicar resumen resume resumir paso ocurrio conversacion grabacion transcripcion trato trataron dijeron",
  fr: "reunion reunions parle parlait discuter discute mentionner mentionne explique expliquer resume resumer passe conversation sujet sujets enregistrement transcription aborde evoque",
  ca: "reunio reunions parlar parlat parlen parlaven discutir discutit mencionar mencionat comentar comentat explica explicar resum resumeix resumir passat conversa gravacio transcripcio tractat dit dir dieu",
};

const STEMS = new Map<MeetingLanguage, ReadonlySet<string>>();

/** The stems that a question asks about, once each. Empty where it only asks. */
export function questionStems(question: string, language: MeetingLanguage): string[] {
  let asking = STEMS.get(language);
  if (asking === undefined) {
    asking = new Set(foldedWords(ASKING[language]).map((word) => stem(word, language)));
    STEMS.set(language, asking);
  }
  const skip = asking;
  return [...new Set(contentStems(question, language))].filter((one) => !skip.has(one));
}
