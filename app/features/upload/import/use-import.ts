import { useEffect, useRef, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { findImports } from "#app/contracts/endpoints/imports.ts";
import { IMPORT_DIGESTS_ASKED_MAX, IMPORT_FILES_MAX } from "#app/domain/limits/imports.ts";
import type { LanguageChoice } from "#app/domain/meeting-languages.ts";
import type { NamedChange } from "#app/features/upload/form/named-fields.tsx";
import { base, type ImportRow, isReady, markSame } from "#app/features/upload/import/import-rows.ts";
import { openFiles } from "#app/features/upload/import/open-files.ts";
import { readImport } from "#app/features/upload/import/read-import.ts";
import { removeImported, sendImport } from "#app/features/upload/import/send-import.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

export type Chosen = readonly { file: File; isInFolder: boolean }[];
/** Choices that all meetings of an import share. */
export type ImportChoices = { language: LanguageChoice; templateId: string | null };

export type Import = {
  rows: readonly ImportRow[];
  phase: "choosing" | "sending" | "sent" | "undoing" | "undone" | "undo-failed";
  /** Of the last choice: files of folders and ZIPs that are no transcripts, and ZIPs that cannot be opened. */
  leftOut: readonly string[];
  damaged: readonly string[];
  isCut: boolean;
  add: (chosen: Chosen) => void;
  change: (id: number, to: NamedChange) => void;
  remove: (id: number) => void;
  send: (choices: ImportChoices) => void;
  stop: () => void;
  undo: () => void;
};

const NOTHING_OPENED = { leftOut: [] as string[], damaged: [] as string[], isCut: false };

/** The files of an import from their choice to their meetings. Each is a request of its own: a page that closes loses what is not sent, no more. */
export function useImport(timeZone: string): Import {
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [opened, setOpened] = useState(NOTHING_OPENED);
  const [phase, setPhase] = useState<Import["phase"]>("choosing");
  const latest = useRef(rows);
  const lastId = useRef(0);
  const running = useRef<AbortController | null>(null);

  const put = (next: (rows: readonly ImportRow[]) => readonly ImportRow[]) => {
    latest.current = next(latest.current);
    setRows(latest.current);
  };
  const replace = (changed: ImportRow) => put((before) => before.map((row) => (row.id === changed.id ? changed : row)));

  const add = async (chosen: Chosen) => {
    const found = await openFiles(chosen, { timeZone, room: IMPORT_FILES_MAX - latest.current.length });
    const { leftOut, damaged, isCut } = found;
    setOpened({ leftOut, damaged, isCut });
    const added = found.files.map((file): ImportRow => {
      lastId.current += 1;
      return { id: lastId.current, file, title: "", at: null, state: "reading" };
    });
    put((before) => [...before, ...added]);
    for (const row of added) replace(await readRow(row, timeZone));
    put(markSame);
    const known = await knownOf(latest.current);
    put((before) => markSame(before.map((row) => markKnown(row, known))));
  };

  const send = async ({ language, templateId }: ImportChoices) => {
    const controller = new AbortController();
    running.current = controller;
    setPhase("sending");
    put((before) =>
      before.map((row): ImportRow => (isReady(row) ? { ...base(row), read: row.read, state: "waiting" } : row)),
    );
    for (const { id } of latest.current) {
      const row = latest.current.find((one) => one.id === id);
      if (row?.state !== "waiting") continue;
      if (controller.signal.aborted) break;
      replace({ ...row, state: "sending" });
      const sent = await sendImport(row, { language, templateId, timeZone, signal: controller.signal });
      replace({ ...base(row), read: row.read, ...sent.row });
      if (sent.isLast) break;
    }
    // Those that were not sent can be sent later.
    put((before) => before.map((row) => (row.state === "waiting" ? { ...row, state: "ready" } : row)));
    running.current = null;
    setPhase("sent");
  };

  const undo = async () => {
    setPhase("undoing");
    let isWhole = true;
    for (const row of latest.current) {
      if (row.state !== "made") continue;
      if (await removeImported(row.meetId)) replace({ ...row, state: "undone" });
      else isWhole = false;
    }
    setPhase(isWhole ? "undone" : "undo-failed");
  };

  useEffect(() => () => running.current?.abort(), []);
  useLeaveGuard(phase === "sending" || phase === "undoing");
  return {
    rows,
    phase,
    ...opened,
    add: (chosen) => void add(chosen),
    change: (id, to) => put((before) => before.map((row) => (row.id === id ? { ...row, ...to } : row))),
    remove: (id) => put((before) => markSame(before.filter((row) => row.id !== id))),
    send: (choices) => void send(choices),
    stop: () => running.current?.abort(),
    undo: () => void undo(),
  };
}

async function readRow(row: ImportRow, timeZone: string): Promise<ImportRow> {
  const read = await readImport(row.file, { timeZone, now: Date.now(), rest });
  if (!read.ok)
    return { ...base(row), state: "refused", problem: { reason: read.reason, ...(read.cue && { cue: read.cue }) } };
  const { title, at } = read.value;
  return { ...base(row), title, at, read: read.value, state: "ready" };
}

type Known = ReadonlyMap<string, { meetId: string; title: string }>;

/** The meetings that have the words of these files already. If they cannot be asked for, the server still makes none twice. */
async function knownOf(rows: readonly ImportRow[]): Promise<Known> {
  const digests = [...new Set(rows.flatMap((row) => (row.state === "ready" ? [row.read.digest] : [])))];
  const known = new Map<string, { meetId: string; title: string }>();
  for (let at = 0; at < digests.length; at += IMPORT_DIGESTS_ASKED_MAX) {
    const asked = digests.slice(at, at + IMPORT_DIGESTS_ASKED_MAX);
    const answer = await callApi(findImports, { body: { digests: asked } });
    if (answer.ok) for (const { digest, ...meeting } of answer.value.known) known.set(digest, meeting);
  }
  return known;
}

function markKnown(row: ImportRow, known: Known): ImportRow {
  const meeting = row.state === "ready" ? known.get(row.read.digest) : undefined;
  return row.state === "ready" && meeting ? { ...row, state: "known", meeting } : row;
}

/** The page answers the person between two turns of a long text. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
