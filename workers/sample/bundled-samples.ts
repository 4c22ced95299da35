import * as z from "zod";
import { emptyAnswer } from "#app/domain/chat/exchange.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { TextLanguage } from "#app/domain/languages.ts";
import type { SampleContent } from "#app/domain/meeting/sample.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM, type FieldType } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Sample, SampleSource } from "#app/server/ports/sample-source.ts";

/**
 * The sample meetings of the Worker's bundle: a text for each language (texts/), and sound for English (make-sound.mjs).
 * The people and the workshop are invented.
 */

const cited = { text: z.string(), lines: z.array(z.number()) };
const citedLines = z.array(z.object(cited));
const sampleText = z.object({
  title: z.string(),
  /** For "The minutes were written by …". */
  writtenBy: z.string(),
  durationMs: z.number(),
  lines: z.array(z.object({ startMs: z.number(), endMs: z.number(), speaker: z.string(), text: z.string() })),
  /** `lines` are positions in the list of lines. */
  minutes: z.object({ summary: citedLines, keypoints: citedLines, keywords: citedLines, bullets: citedLines }),
  tasks: z.array(z.object({ ...cited, assigned: z.string(), deadline: z.nullable(z.string()) })),
  chat: z.array(z.object({ question: z.string(), lines: z.array(z.number()) })),
});
type SampleText = z.infer<typeof sampleText>;

export const bundledSamples: SampleSource = {
  async load(language, now): Promise<Sample> {
    const text = sampleText.parse(await textOf(language));
    return { title: text.title, content: contentOf(text, language, now), sound: await soundOf(language) };
  },
};

async function textOf(language: TextLanguage): Promise<unknown> {
  switch (language) {
    case "en":
      return (await import("#workers/sample/texts/en.json")).default;
    case "es":
      return (await import("#workers/sample/texts/es.json")).default;
    case "ca":
      return (await import("#workers/sample/texts/ca.json")).default;
    case "fr":
      return (await import("#workers/sample/texts/fr.json")).default;
    default:
      return assertNever(language);
  }
}

async function soundOf(language: TextLanguage): Promise<Uint8Array | null> {
  if (language !== "en") return null;
  const { default: bytes } = await import("#workers/sample/en-sound.bin");
  return new Uint8Array(bytes);
}

function contentOf(text: SampleText, language: TextLanguage, now: number): SampleContent {
  const segments = text.lines.map((line, index): Segment => ({ id: idOf(index), ...line }));
  return {
    durationMs: text.durationMs,
    segments,
    summary: {
      language,
      template: BASIC_SYSTEM,
      fields: BASIC_SYSTEM.fields.map(({ key, title, type }) => ({ key, title, content: fieldOf(text, type) })),
      engine: { port: "sample", model: text.writtenBy },
      writtenAt: now,
      droppedItems: 0,
    },
    exchanges: text.chat.map(({ question, lines }) => ({
      question,
      answer: {
        ...emptyAnswer("quotes"),
        lines: lines.flatMap((index) => {
          const segment = segments[index];
          return segment ? [{ text: segment.text, segmentIds: [segment.id], speaker: segment.speaker ?? "" }] : [];
        }),
      },
    })),
  };
}

const idOf = (index: number) => `w0-${index}`;

/** Basic system has these fields; a field that it gets later begins empty. */
function fieldOf({ minutes, tasks }: SampleText, type: FieldType): FieldContent {
  const itemsOf = (lines: SampleText["minutes"]["summary"]) =>
    lines.map((line) => ({ text: line.text, segmentIds: line.lines.map(idOf) }));
  switch (type) {
    case "summary":
    case "keypoints":
    case "keywords":
    case "bullets":
      return { type, items: itemsOf(minutes[type]) };
    case "tasks":
      return {
        type,
        items: tasks.map(({ text, assigned, deadline, lines }) => ({
          text,
          segmentIds: lines.map(idOf),
          description: null,
          assigned,
          deadline,
        })),
      };
    default:
      return emptyContent(type);
  }
}
