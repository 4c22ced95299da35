import { useState } from "react";
import { useTranslation } from "react-i18next";
import { correctSegment } from "#app/contracts/endpoints/edits.ts";
import { randomId } from "#app/domain/ids.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import { useToast } from "#app/ui/toast.tsx";

/** The words of a turn as they are being corrected, piece by piece; each names the words that it was made on. */
export function useCorrections(meetId: string, segments: readonly SegmentView[], onDone: () => void) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const asShown = () => new Map(segments.map(({ id, text }) => [id, text]));
  const [texts, setTexts] = useState(asShown);
  const [begun, setBegun] = useState(asShown);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = (id: string, before: string, text: string | null) =>
    saveEdit(correctSegment, { params: { meetId, segmentId: id }, body: { saveId: randomId(), before, text } });
  const save = async () => {
    if (busy) return;
    const changed = segments.filter(({ id }) => texts.get(id)?.trim() && texts.get(id) !== begun.get(id));
    setBusy(true);
    setProblem(null);
    for (const { id } of changed) {
      const text = texts.get(id) ?? "";
      const end = await send(id, begun.get(id) ?? "", text);
      if (end.ok) {
        setBegun((known) => new Map(known).set(id, text));
        continue;
      }
      setBusy(false);
      if (end.code !== "edited-meanwhile") return setProblem(end.message ?? t("common:error.connection"));
      // Theirs came over the socket; a second save is made on it.
      const now = segments.find((segment) => segment.id === id)?.text ?? "";
      setBegun((known) => new Map(known).set(id, now));
      return setProblem(`${t("segment.meanwhile")} ${now}`);
    }
    if (changed.length > 0) toast("done", t("segment.saved"));
    onDone();
  };
  const restore = async ({ id, text }: SegmentView) => {
    const end = await send(id, text, null);
    if (!end.ok) return setProblem(end.message ?? t("common:error.connection"));
    toast("done", t("segment.restored"));
    onDone();
  };
  const write = (id: string, text: string) => setTexts((known) => new Map(known).set(id, text));
  return { texts, write, save, restore, busy, problem };
}
