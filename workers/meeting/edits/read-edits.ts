import { assertNever } from "#app/domain/invariant.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { VERSIONS_LISTED_MAX } from "#app/domain/limits/minutes.ts";
import { voiceSamples } from "#app/domain/transcript/voice-sample.ts";
import { suggestNames } from "#app/domain/voices/suggest-names.ts";
import type { EditQuestion, EditReading, VersionEntry } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { readOffers } from "#workers/meeting/edits/own-words.ts";
import { readPrints } from "#workers/meeting/edits/voice-prints.ts";
import { labelSegments, readOneSegment, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readRecognisedSegments, readSegments, readSummary } from "#workers/meeting/store/transcript.ts";
import {
  engineSummary,
  minutesOf,
  readVersion,
  readVersions,
  type VersionRow,
} from "#workers/meeting/store/versions.ts";
import { readVoices } from "#workers/meeting/store/voices.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Answers the questions of a page for corrections: the speakers, the versions, the recognised words. */
export async function readEdits(
  sql: SqlStorage,
  deps: Pick<MeetingDeps, "language" | "extractive" | "commonWords" | "rests" | "store">,
  question: EditQuestion,
): Promise<EditReading | null> {
  const row = readAlive(sql);
  if (!row) return null;
  switch (question.about) {
    case "summary":
      return { summary: readSummary(sql), title: row.alive.details.title };
    case "versions": {
      const versions = readVersions(sql, VERSIONS_LISTED_MAX);
      return { versions: versions.map((version, index) => entryOf(sql, version, index === 0)) };
    }
    case "version": {
      const version = readVersion(sql, question.version);
      return version && { summary: minutesOf(sql, version), title: version.title };
    }
    case "speakers": {
      const segments = labelSegments(sql, readRecognisedSegments(sql));
      const samples = voiceSamples(segments);
      const voices = row?.alive.state.parts || row?.alive.state.span ? null : readVoices(sql);
      const speakers = readSpeakers(sql);
      const { invited } = question;
      const taken = speakers.flatMap(({ name }) => name ?? []);
      const named = new Set(speakers.flatMap(({ label, name }) => (name === null ? [] : [label])));
      const words = new Map(readSegments(sql).map(({ id, text }) => [id, text]));
      const lines = segments.map(({ id, speaker, text, ...time }) => ({
        ...time,
        label: speaker,
        text: words.get(id) ?? text,
      }));
      const heard = suggestNames({ lines, invited, taken }).filter(({ label }) => !named.has(label));
      return {
        invited,
        heard,
        speakers: speakers.map((one) => ({ ...one, sample: samples.get(one.label) ?? null })),
        ...(voices && { voices }),
      };
    }
    case "voice-prints":
      return { prints: await readPrints(sql, deps.store, row) };
    case "segment": {
      const segment = readOneSegment(sql, question.segmentId);
      return segment && { segment };
    }
    case "words": {
      const words = await readOffers(sql, deps, question.words);
      return words && { words };
    }
    case "rewrite": {
      const version = readVersion(sql);
      if (!version) return null;
      const { language, template } = engineSummary(sql, version);
      return {
        rewrite: {
          engine: deps.language.engine,
          // An engine that quotes cannot translate: it offers only the meeting's own language.
          languages: deps.language === deps.extractive ? [row.alive.details.language] : [...MEETING_LANGUAGES],
          manualLines: countManualLines(version),
          language,
          templateId: template.id,
        },
      };
    }
    default:
      return assertNever(question);
  }
}

function entryOf(sql: SqlStorage, version: VersionRow, shown: boolean): VersionEntry {
  const { template, language, engine } = engineSummary(sql, version);
  const { kind, madeAt, madeBy } = version;
  return {
    version: version.version,
    kind,
    madeAt,
    madeBy,
    template: template.id === null ? null : template.name,
    language,
    engine,
    manualLines: countManualLines(version),
    shown,
  };
}

function countManualLines({ fields }: VersionRow): number {
  return (fields ?? []).reduce((count, { lines }) => count + lines.filter(({ manual }) => manual).length, 0);
}
