import { useEffect, useState } from "react";
import {
  rewriteAnswer,
  type RewriteAnswer,
  templatesAnswer,
  type TemplatesAnswer,
  type VersionAnswer,
  versionsAnswer,
} from "#app/contracts/edit-answers.ts";
import { callMeeting } from "#app/features/meeting/edit/edit-calls.ts";

export type RewriteFacts =
  | { state: "failed" }
  | { state: "ready"; rewrite: RewriteAnswer; versions: VersionAnswer[]; templates: TemplatesAnswer };

/** What the dialog has to know: what was `first` told, and asked again when another version comes while it is open. */
export function useRewriteFacts(meetId: string, first: RewriteFacts, shown: number | undefined): RewriteFacts {
  const [facts, setFacts] = useState(first);
  const listed = first.state === "ready" ? first.versions.find((version) => version.shown)?.version : undefined;
  const [known, setKnown] = useState(listed ?? shown);
  useEffect(() => {
    if (shown === known) return;
    let isLeft = false;
    const ask = async () => {
      const loaded = await loadRewriteFacts(meetId);
      if (isLeft) return;
      setFacts(loaded);
      setKnown(shown);
    };
    void ask();
    return () => {
      isLeft = true;
    };
  }, [meetId, shown, known]);
  return facts;
}

/** Asks for all of it. Never throws. */
export async function loadRewriteFacts(meetId: string): Promise<RewriteFacts> {
  const [rewrite, versions, templates] = await Promise.all([
    callMeeting(meetId, "rewrite"),
    callMeeting(meetId, "versions"),
    loadTemplates(),
  ]);
  const asked = rewriteAnswer.safeParse(rewrite.ok ? rewrite.value : null);
  const listed = versionsAnswer.safeParse(versions.ok ? versions.value : null);
  if (!asked.success || !listed.success) return { state: "failed" };
  return { state: "ready", rewrite: asked.data.rewrite, versions: listed.data.versions, templates };
}

/** §7: on failure or non-array, an empty list. */
async function loadTemplates(): Promise<TemplatesAnswer> {
  try {
    const parsed = templatesAnswer.safeParse(await (await fetch("/api/acta/templates")).json());
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
