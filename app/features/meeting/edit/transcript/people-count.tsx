import { useState } from "react";
import { countSpeakers } from "#app/contracts/endpoints/edits.ts";
import type { VoicesAnswer } from "#app/contracts/meeting/edit-answers.ts";
import { randomId } from "#app/domain/ids.ts";
import { PEOPLE_TOLD_MAX } from "#app/domain/limits/minutes.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

type PeopleCountProps = { meetId: string; voices: VoicesAnswer; onCounted: () => Promise<void> };

/** "How many people spoke?" A chosen number tells the voices of the recording apart again; names stay with their voices. */
export function PeopleCount({ meetId, voices, onCounted }: PeopleCountProps) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const count = async (people: number | null) => {
    setBusy(true);
    setProblem(null);
    const end = await saveEdit(countSpeakers, { params: { meetId }, body: { saveId: randomId(), people } });
    if (end.ok) {
      await onCounted();
      toast("done", t("people.saved"));
    } else setProblem(end.message ?? t("common:error.connection"));
    setBusy(false);
  };
  const isFewer = voices.people !== null && voices.found < voices.people;
  return (
    <>
      <Field label={t("people.label")} hint={isFewer ? t("people.fewer", { count: voices.found }) : t("people.hint")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={voices.people ?? ""}
            aria-busy={busy || undefined}
            disabled={busy}
            onChange={({ target }) => void count(target.value === "" ? null : Number(target.value))}
          >
            <option value="">{t("people.auto")}</option>
            {Array.from({ length: PEOPLE_TOLD_MAX }, (_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {problem !== null && (
        <p className="error error--world" role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
    </>
  );
}
