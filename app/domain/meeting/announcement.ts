import { orEnglish } from "#app/domain/by-language.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** Chats of meetings take about 500 characters. */
const ANNOUNCEMENT_CHARACTERS_MAX = 480;
const NAME_CHARACTERS_MAX = 60;

/**
 * Returns the bot's message in the meeting's chat on entry, in the meeting's language: its name, the person it records for, its
 * task, and the word that makes it leave. At most 480 characters.
 * @param firstName of the person who invited it; empty: the message names nobody.
 * @param notice address of the page for people who are recorded (/recorded); null: there is none. An address that does not fit is left
 * out, because a part of it would open nothing.
 */
export function announcementText(language: MeetingLanguage, firstName: string, notice: string | null = null): string {
  const text = beginningOf(TEXTS[language](nameInChat(firstName)), ANNOUNCEMENT_CHARACTERS_MAX);
  const whole = notice === null ? text : `${text} ${NOTICE_TEXTS[language]} ${notice}`;
  return whole.length > ANNOUNCEMENT_CHARACTERS_MAX ? text : whole;
}

const NOTICE_TEXTS: Readonly<Record<MeetingLanguage, string>> = orEnglish<string>({
  en: "Your rights, and how to object:",
  es: "Tus derechos y cómo oponerte:",
  ca: "Els teus drets i com oposar-t'hi:",
  fr: "Vos droits et comment vous opposer :",
});

/**
 * Returns the bot's message in the chat when the person who invited it lets somebody else receive the notes too. At most 480
 * characters.
 * @param name of that other person.
 * @param part the part they receive: everything said from now on, or the whole meeting.
 */
export function guestAnnouncementText(language: MeetingLanguage, name: string, part: "from-now" | "all"): string {
  return beginningOf(GUEST_TEXTS[part][language](nameInChat(name)), ANNOUNCEMENT_CHARACTERS_MAX);
}

const GUEST_TEXTS: Record<"from-now" | "all", Readonly<Record<MeetingLanguage, (name: string) => string>>> = {
  "from-now": orEnglish<(name: string) => string>({
    en: (name) => `From now on ${name} also receives the notes of this meeting.`,
    es: (name) => `A partir de ahora, ${name} también recibe las notas de esta reunión.`,
    ca: (name) => `A partir d'ara, ${name} també rep les notes d'aquesta reunió.`,
    fr: (name) => `À partir de maintenant, ${name} reçoit aussi les notes de cette réunion.`,
  }),
  all: orEnglish<(name: string) => string>({
    en: (name) => `${name} also receives the notes of this meeting, from its beginning.`,
    es: (name) => `${name} también recibe las notas de esta reunión, desde el principio.`,
    ca: (name) => `${name} també rep les notes d'aquesta reunió, des del principi.`,
    fr: (name) => `${name} reçoit aussi les notes de cette réunion, depuis le début.`,
  }),
};

/** Makes a name one line of limited length, because it appears in other people's chat. */
function nameInChat(name: string): string {
  return beginningOf(name.replace(/\s+/gu, " ").trim(), NAME_CHARACTERS_MAX);
}

const TEXTS: Readonly<Record<MeetingLanguage, (name: string) => string>> = orEnglish<(name: string) => string>({
  en: (name) =>
    `Hello, I am Acta, an automatic assistant. I am recording this meeting to write its transcript and summary${name && ` for ${name}`}. If you do not want that, write “stop” here and I will leave.`,
  es: (name) =>
    `Hola, soy Acta, un asistente automático. Estoy grabando esta reunión para escribir su transcripción y su resumen${name && ` para ${name}`}. Si no lo deseáis, escribid «para» aquí y me iré.`,
  ca: (name) =>
    `Hola, soc Acta, un assistent automàtic. Estic gravant aquesta reunió per escriure'n la transcripció i el resum${name && ` per a ${name}`}. Si no ho voleu, escriviu «atura» aquí i me n'aniré.`,
  fr: (name) =>
    `Bonjour, je suis Acta, un assistant automatique. J'enregistre cette réunion pour en écrire la transcription et le résumé${name && ` pour ${name}`}. Si vous ne le souhaitez pas, écrivez « arrête » ici et je partirai.`,
});
