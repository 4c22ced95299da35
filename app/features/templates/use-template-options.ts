import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { getData } from "#app/contracts/call-api.ts";
import { listTemplates } from "#app/contracts/endpoints/templates.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import type { TemplateOptions } from "#app/ui/select.tsx";

type Named = { id: string | null; name: string };

/**
 * The templates that a form offers, and the one that is chosen at first: that of the meeting, or the person's default. §7: when they
 * cannot be read, the list is empty; Basic system and the chosen one are offered then, too.
 */
export function useTemplateOptions(chosenId: string | null): TemplateOptions {
  const { t } = useTranslation("upload");
  const [templates, setTemplates] = useState<readonly Named[]>([]);
  useEffect(() => {
    const leave = new AbortController();
    const read = async () => {
      const listed = await getData(listTemplates, { signal: leave.signal, timeoutMs: ANSWER_MS_MAX }).catch(
        (): Named[] => [],
      );
      if (!leave.signal.aborted) setTemplates(listed);
    };
    void read();
    return () => leave.abort();
  }, []);
  const named = templates.flatMap(({ id, name }) => (id === null ? [] : [{ value: id, text: name }]));
  const isKnown = chosenId === null || named.some(({ value }) => value === chosenId);
  const unnamed = isKnown ? [] : [{ value: chosenId, text: t("field.chosenTemplate") }];
  return { options: [{ value: "", text: t("basicSystem") }, ...named, ...unnamed], chosen: chosenId ?? "" };
}
