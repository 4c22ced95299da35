import { expect, test } from "vitest";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import { Colophon } from "#app/features/meeting/document/colophon.tsx";
import { SharedPage } from "#app/features/share/shared-page.tsx";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { EXPORT_TEXTS, minutesOf } from "#app/server/exports/minutes.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";
import { renderScreen, textsOf } from "#tests/support/render-screen.tsx";

/** A meeting made of a transcript: nothing that people read speaks of a recording. */
const IMPORTED = view({
  head: head({ textOnly: true, transcriptSource: "given", durationMs: 9000, playable: false }),
  segments: [segment("a", 0, { speaker: "Ana" })],
  summary: {
    language: "en",
    template: { id: null, name: "Basic system", fields: [] },
    fields: [],
    engine: { port: "openai", model: "large" },
    writtenAt: Date.UTC(2026, 10, 20, 10, 0),
    droppedItems: 0,
  },
});
const { summary } = IMPORTED;
if (summary === null) throw new Error("the meeting has minutes");

const ORIGIN = "from a transcript without a recording, with the template Basic system.";

test("its colophon says so, and names no length and no recording that could be played", async () => {
  const page = textsOf(await renderScreen("en", <Colophon head={IMPORTED.head} summary={summary} />));
  expect(page).toContain(ORIGIN);
  for (const text of ["9 s", "given with the recording", "not available"]) expect(page).not.toContain(text);
});

test("so do its shared page and its exports", async () => {
  const page = textsOf(
    await renderScreen(
      "en",
      <SharedPage
        view={IMPORTED}
        places={placeSegments(IMPORTED.segments)}
        parts={["summary", "transcript", "recording"]}
        path="/s/x"
        ownerName="Nora"
        expiresAt={null}
        locale="en"
        theme="light"
        nonce=""
        styles=""
        script=""
        title="Minutes"
        startS={null}
      />,
    ),
  );
  expect(page).toContain(ORIGIN);
  expect(page).toContain("The summary and the transcript are shared; there is no recording.");
  const t = translator(await openI18n("en"), "en", EXPORT_TEXTS);
  const [written] = minutesOf(IMPORTED, t, { locale: "en" }).colophonLines;
  expect(written).toContain(ORIGIN);
  expect(written).not.toContain("given with the recording");
});
