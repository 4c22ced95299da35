import { useEffect, useState } from "react";
import { callApi, getData } from "#app/contracts/call-api.ts";
import type { ListedVersion, RewriteAnswer } from "#app/contracts/meeting/edit-answers.ts";
import { listVersions, readRewrite } from "#app/contracts/endpoints/edits.ts";
import { listTemplates } from "#app/contracts/endpoints/templates.ts";
import type { TemplatesAnswer } from "#app/contracts/template/template-answers.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";

export type RewriteFacts =
  | { state: "failed" }
  | { state: "ready"; rewrite: RewriteAnswer; versions: ListedVersion[]; templates: TemplatesAnswer };

/** The data of the dialog: `first`, loaded again when another version appears while the dialog is open. */
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

/** Loads all the data of the dialog. Never throws. */
export async function loadRewriteFacts(meetId: string): Promise<RewriteFacts> {
  const asked = { params: { meetId }, timeoutMs: ANSWER_MS_MAX };
  const [rewrite, versions, templates] = await Promise.all([
    callApi(readRewrite, asked),
    callApi(listVersions, asked),
    // §7: on failure or non-array, an empty list.
    getData(listTemplates, { timeoutMs: ANSWER_MS_MAX }).catch((): TemplatesAnswer => []),
  ]);
  if (!rewrite.ok || !versions.ok) return { state: "failed" };
  return {
    state: "ready",
    rewrite: rewrite.value.rewrite,
    versions: versions.value.versions,
    templates,
  };
}
