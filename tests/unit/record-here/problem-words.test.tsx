import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import { HERE_MS_MAX } from "#app/domain/limits/here.ts";
import { HereProblems } from "#app/features/meeting/here/here-problems.tsx";
import type { SourceState } from "#app/features/here/capture/source-watch.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import type { SessionState } from "#app/features/here/session/session-state.ts";
import type { SessionLevels } from "#app/features/here/session/watch-inputs.ts";
import { KeptFiles } from "#app/features/here/waiting/kept-files.tsx";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

/** The words of a recording's page, in each language. */

const ABOUT = {
  meetId: "meeting1",
  title: "Call",
  source: "both",
  startedAt: 1,
  lastAt: 1,
  recordedMs: 0,
  segments: [],
  notes: [{ id: "note1", atMs: 2400, text: "Ask for the second file", isSent: false }],
  isStopped: true,
} as const;
const PIECE = { segment: 0, seq: 1, startMs: 3000, durationMs: 3000 };
const spool: RecordingSession["spool"] = {
  about: () => ({ ...ABOUT, segments: [], notes: [...ABOUT.notes] }),
  waiting: () => (["mix", "microphone", "tab"] as const).map((track) => ({ ...PIECE, track })),
  read: async () => null,
  header: async () => null,
};
const FINE: SessionState = {
  phase: "recording",
  pausedBy: null,
  inputs: [{ input: "tab", label: "tab", isLive: true }],
  sending: "sending",
  isDiskFull: false,
  safeMs: 0,
  waitingPieces: 0,
  isFull: false,
  refusedPieces: 0,
  heldPieces: 0,
  isOnlyInTab: false,
  notes: [],
  sleptMs: null,
};

/** One problem, as a change of a state in which all is well; `level` is the state of the tab. */
const PROBLEMS: (Partial<SessionState> & { level?: SourceState; ms?: number })[] = [
  { phase: "gone" },
  { phase: "kept" },
  { phase: "kept", isFull: true },
  ...(["inputs", "encoder", "disk", "length"] as const).map((pausedBy) => ({ phase: "paused" as const, pausedBy })),
  { isDiskFull: true },
  { inputs: [{ input: "tab", label: "tab", isLive: false }] },
  { level: "dead" },
  { level: "silent" },
  { sending: "offline" },
  { sending: "signed-out" },
  { phase: "stopping", sending: "offline" },
  { phase: "stopping", sending: "signed-out" },
  { sleptMs: 60_000 },
  { ms: HERE_MS_MAX },
  { refusedPieces: 1 },
  { isOnlyInTab: true },
];

async function words(locale: Locale): Promise<string[]> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale, resources: { en, es, ca, fr } });
  const draw = (part: ReactNode) => renderToStaticMarkup(<I18nextProvider i18n={i18n}>{part}</I18nextProvider>);
  const problems = PROBLEMS.map(({ level = "good", ms = 0, ...change }) => {
    const state = { ...FINE, ...change };
    const levels: SessionLevels = { tab: { level: 50, state: level } };
    const session: Partial<RecordingSession> = {
      state: () => state,
      levels: () => levels,
      recordedMs: () => ms,
      subscribe: () => () => {},
      subscribeToLevels: () => () => {},
    };
    return draw(<HereProblems session={session as RecordingSession} />);
  });
  return [...problems, draw(<KeptFiles spool={spool} />)];
}

test("each problem of a recording, and what is kept of it, is said in its own words in four languages", async () => {
  const said = await Promise.all(LOCALES.map(words));
  for (const lines of said) {
    expect(lines.every((line) => /\p{L}{3}/u.test(line.replace(/<[^>]*>/gu, "")))).toBe(true);
    // Neither a key nor a gap is left where a text should be.
    expect(lines.filter((line) => /\{\{|trouble\.|waits\.|kept\.|reopen\./u.test(line))).toEqual([]);
  }
  const all = said.flat();
  expect(new Set(all).size).toBe(all.length);
});
