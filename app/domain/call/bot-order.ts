import {
  BOT_NAME_CHARS_MAX,
  CALL_ALONE_MS_MAX,
  CALL_HOST_ABSENT_MS_MAX,
  CALL_LOBBY_MEET_MS_MAX,
  CALL_LOBBY_MS_MAX,
  CALL_MS_MAX,
  CALL_NOBODY_MS_MAX,
  CALL_ONLY_BOTS_MS_MAX,
  CALL_WARN_BEFORE_MS,
} from "#app/domain/limits.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";

/** What a bot is told of itself: an honest name, what it says when it comes, and how long it waits for what. */

/** "Acta · notes for Nora", at most 60 characters. */
export function botName(ownerFirstName: string): string {
  const characters = [...new Intl.Segmenter().segment(`Acta · notes for ${ownerFirstName.trim()}`)];
  let name = "";
  for (const { segment } of characters) {
    if (name.length + segment.length > BOT_NAME_CHARS_MAX) break;
    name += segment;
  }
  return name.trim();
}

/** Said in the meeting's chat, in the meeting's language, so that nobody is recorded without knowing. */
export function announcementOf(language: MeetingLanguage, ownerFirstName: string): string {
  const name = ownerFirstName.trim().slice(0, BOT_NAME_CHARS_MAX);
  switch (language) {
    case "es":
      return `Hola, soy Acta. Grabo y transcribo esta reunión para ${name}. Si no queréis que lo haga, escribid «stop» aquí y me iré.`;
    case "ca":
      return `Hola, soc Acta. Gravo i transcric aquesta reunió per a ${name}. Si no voleu que ho faci, escriviu «stop» aquí i me n'aniré.`;
    case "fr":
      return `Bonjour, je suis Acta. J'enregistre et je transcris cette réunion pour ${name}. Si vous ne le souhaitez pas, écrivez « stop » ici et je partirai.`;
    case "en":
      return `Hello, I am Acta. I record and transcribe this meeting for ${name}. If you do not want that, write "stop" here and I will leave.`;
    default:
      return language satisfies never;
  }
}

export function botLimitsOf(platform: CallPlatform) {
  return {
    lobbyMs: platform === "meet" ? CALL_LOBBY_MEET_MS_MAX : CALL_LOBBY_MS_MAX,
    hostAbsentMs: CALL_HOST_ABSENT_MS_MAX,
    nobodyMs: CALL_NOBODY_MS_MAX,
    aloneMs: CALL_ALONE_MS_MAX,
    onlyBotsMs: CALL_ONLY_BOTS_MS_MAX,
    maximumMs: CALL_MS_MAX,
    warnBeforeMs: CALL_WARN_BEFORE_MS,
  };
}
