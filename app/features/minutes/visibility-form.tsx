import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import type { VisibilityAnswer } from "#app/contracts/teams.ts";
import { NAMED_PEOPLE_MAX } from "#app/domain/limits/teams.ts";
import { VISIBILITIES, type Visibility } from "#app/domain/meeting/access.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";

type Choice = { visibility: Visibility; people: string[] };
type Props = {
  answer: VisibilityAnswer;
  legend: string;
  save: (choice: Choice) => Promise<CallResult<VisibilityAnswer>>;
  /** Leaves the choice to the team, where that has a default. */
  followTeam?: () => Promise<CallResult<VisibilityAnswer>>;
};

/** The choice of who opens a meeting: its owner alone, the team, or named people. For one meeting, and for new ones. */
export function VisibilityForm({ answer, legend, save, followTeam }: Props) {
  const { t } = useTranslation("team");
  const name = useId();
  const { ofTeam } = answer;
  const [visibility, setVisibility] = useState<Visibility | "of-team">(ofTeam?.isUsed ? "of-team" : answer.visibility);
  const [typed, setTyped] = useState(answer.people.join("\n"));
  const [state, setState] = useState<"busy" | "saved" | { error: string } | null>(null);
  const change = (next: () => void) => {
    setState(null);
    next();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === "busy") return;
    setState("busy");
    const people = typed.split(/[\s,;]+/).filter((address) => address !== "");
    const named = visibility === "named" ? people.slice(0, NAMED_PEOPLE_MAX) : [];
    const result = visibility === "of-team" ? await followTeam?.() : await save({ visibility, people: named });
    if (result === undefined) return setState(null);
    if (!result.ok) return setState({ error: result.message ?? t("visibility.failed") });
    setTyped(result.value.people.join("\n"));
    setState("saved");
  };
  const choices = useChoices(answer, visibility === "team", followTeam !== undefined);
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className="stack">
        <legend className="sr">{legend}</legend>
        {choices.map(({ value, text }) => (
          <Checkbox
            key={value}
            type="radio"
            name={name}
            value={value}
            checked={value === visibility}
            onChange={() => change(() => setVisibility(value))}
            label={text}
          />
        ))}
      </fieldset>
      {visibility === "named" && (
        <Field label={t("visibility.people")} hint={t("visibility.peopleHint")}>
          {(wiring) => (
            <textarea
              {...wiring}
              className="input"
              rows={3}
              spellCheck={false}
              autoCapitalize="none"
              value={typed}
              onChange={({ target }) => change(() => setTyped(target.value))}
            />
          )}
        </Field>
      )}
      {typeof state === "object" && state !== null && <FieldError>{state.error}</FieldError>}
      <div className="row">
        <Button type="submit" busy={state === "busy"}>
          {t("visibility.save")}
        </Button>
        <span className="note muted" role="status">
          {state === "saved" && t("visibility.saved")}
        </span>
      </div>
    </form>
  );
}

/** "The team" is offered to whoever is in one, or has chosen it. */
function useChoices({ team, ofTeam }: VisibilityAnswer, isTeams: boolean, mayFollow: boolean) {
  const { t } = useTranslation("team");
  const textOf = (each: Visibility) =>
    each === "team" ? t("visibility.team", { team: team ?? "" }) : t(`visibility.${each}`);
  const offered = VISIBILITIES.filter((each) => each !== "team" || team !== null || isTeams);
  const own = offered.map((value) => ({ value, text: textOf(value) }));
  if (!ofTeam || !mayFollow) return own;
  const text = t("visibility.ofTeam", { choice: textOf(ofTeam.visibility) });
  return [{ value: "of-team" as const, text }, ...own];
}
