import { TRACKS_MAX } from "#app/domain/limits/media.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { TRACK_LANGUAGES } from "#app/media/mp4/choose-audio.ts";
import { type Element, floatOf, innerElements, textOf, uintOf } from "#app/media/containers/ebml.ts";
import { readMatroskaSound, type MatroskaSound } from "#app/media/containers/matroska-sound.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Ids of Matroska's elements (RFC 9559), as far as a recording's sound needs them. */
const ID = {
  entry: 0xae,
  number: 0xd7,
  type: 0x83,
  enabled: 0xb9,
  isDefault: 0x88,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  codec: 0x86,
  codecPrivate: 0x63a2,
  audio: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  bits: 0x6264,
  encodings: 0x6d80,
  encoding: 0x6240,
  encodingType: 0x5033,
};
const SOUND = 2;
const VIDEO = 1;
const ENCRYPTION = 1;
/** BCP 47 begins with the short code where there is one. */
const SHORT_CODES: Record<string, string> = { es: "spa", en: "eng", fr: "fra", ca: "cat" };

export type MatroskaTrack = { number: number; language: string; sound: MatroskaSound };
export type MatroskaTracks = { sound: MatroskaTrack; hasVideo: boolean; pictures: ReadonlySet<number> };

type Entry = {
  number: number;
  language: string;
  rank: number;
  encrypted: boolean;
  sound: MatroskaSound | null;
};

/**
 * The sound that will be heard: the one in the meeting's language, else the one that players turn on, else the first that can be
 * taken. Refuses where there is none, with what stands in its way.
 */
export function chooseMatroskaSound(bytes: Uint8Array, language: MeetingLanguage | null): MatroskaTracks {
  const wanted = language === null ? [] : TRACK_LANGUAGES[language];
  const found: Entry[] = [];
  const pictures = new Set<number>();
  const entries = innerElements(bytes).filter(({ id }) => id === ID.entry);
  if (entries.length > TRACKS_MAX) refuse("hostile");
  for (const entry of entries) {
    const fields = fieldsOf(bytes, entry);
    const type = fields.uint(ID.type, 0);
    const number = fields.uint(ID.number, 0);
    if (type === VIDEO) pictures.add(number);
    if (type !== SOUND) continue;
    const spoken = languageOf(fields.text(ID.languageTag) ?? fields.text(ID.language) ?? "eng");
    const isOn = fields.uint(ID.enabled, 1) === 1;
    const rank = (wanted.includes(spoken) ? 4 : 0) + (isOn ? 2 : 0) + (fields.uint(ID.isDefault, 1) === 1 ? 1 : 0);
    const encodings = encodingTypes(bytes, fields.element(ID.encodings));
    const audio = fieldsOf(bytes, fields.element(ID.audio));
    const sound = readMatroskaSound({
      codec: fields.text(ID.codec) ?? "",
      setup: fields.bytes(ID.codecPrivate),
      sampleRate: Math.round(audio.float(ID.rate, 8000)),
      channels: audio.uint(ID.channels, 1),
      bits: audio.uint(ID.bits, 0),
    });
    // Frames that were pressed once more, or lack their beginning, are no frames that could be copied.
    const usable = encodings.length === 0 ? sound : null;
    found.push({ number, language: spoken, rank, encrypted: encodings.includes(ENCRYPTION), sound: usable });
  }
  const [best] = found.filter(({ sound }) => sound !== null).toSorted((left, right) => right.rank - left.rank);
  if (best?.sound) {
    const { number, language: spoken, sound } = best;
    return { sound: { number, language: spoken, sound }, hasVideo: pictures.size > 0, pictures };
  }
  if (found.some(({ encrypted }) => encrypted)) refuse("encrypted");
  return refuse(found.length > 0 ? "unsupported-codec" : "no-audio");
}

function encodingTypes(bytes: Uint8Array, encodings: Element | null): number[] {
  if (encodings === null) return [];
  return innerElements(bytes, encodings.body, encodings.end)
    .filter(({ id }) => id === ID.encoding)
    .map((encoding) => fieldsOf(bytes, encoding).uint(ID.encodingType, 0));
}

function fieldsOf(bytes: Uint8Array, parent: Element | null) {
  const inner = parent === null ? [] : innerElements(bytes, parent.body, parent.end);
  const element = (id: number) => inner.find((one) => one.id === id) ?? null;
  const read = <Value>(id: number, of: (bytes: Uint8Array, element: Element) => Value): Value | null => {
    const one = element(id);
    return one === null ? null : of(bytes, one);
  };
  return {
    element,
    uint: (id: number, usual: number) => read(id, uintOf) ?? usual,
    float: (id: number, usual: number) => read(id, floatOf) ?? usual,
    text: (id: number) => read(id, textOf),
    bytes: (id: number) => read(id, (all, { body, end }) => all.slice(body, end)) ?? new Uint8Array(0),
  };
}

function languageOf(code: string): string {
  const [first = ""] = code.toLowerCase().split("-");
  return SHORT_CODES[first] ?? first;
}
