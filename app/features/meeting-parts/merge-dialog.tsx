import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { mergeMeetings, readMergeChoices, unmergeMeeting } from "#app/contracts/endpoints/merges.ts";
import type { Mergeable, MergeChoices } from "#app/contracts/merges.ts";
import { MERGE_GAP_MS_MAX } from "#app/domain/limits/minutes.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { Consequences, useChangeOfParts } from "#app/features/meeting-parts/change-parts.tsx";
import { formatDateTime, formatDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { Select } from "#app/ui/select.tsx";

export type MergeDialogProps = {
  meetId: string;
  /** The other meeting, where it was chosen in a list. */
  wanted: string | null;
  onClose: () => void;
  /** Two meetings are one now, or two again: the page of this one shows it. */
  onMerged: (meetId: string) => void;
};

/** Two recordings of one meeting: which, in which order, with which pause, and what happens then. */
export function MergeDialog({ meetId, wanted, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation(["merge", "common"]);
  const choices = useChoices(meetId, wanted);
  const { isBusy, failure, run } = useChangeOfParts("merge");
  const plan = usePlan(choices);
  const { pair, gapMs } = plan;
  const merge = ([{ id: first }, { id: later }]: Pair) =>
    run({
      make: () => callApi(mergeMeetings, { params: { meetId: first }, body: { later, gapMs } }),
      undo: () => callApi(unmergeMeeting, { params: { meetId: later } }),
      undoFailed: t("error.failed"),
      onChanged: (isUndone) => onMerged(isUndone ? later : first),
    });
  return (
    <FormDialog
      texts={{ title: t("title"), confirm: t(isBusy ? "pending" : "confirm"), cancel: t("common:action.cancel") }}
      busy={isBusy}
      disabled={pair === null}
      onClose={onClose}
      onSubmit={() => pair && void merge(pair)}
    >
      {choices === undefined && <PartNote room="40rem" />}
      {(choices === null || failure !== null) && <FieldError>{failure ?? t("error.failed")}</FieldError>}
      {choices && !pair && <p>{t("none")}</p>}
      {choices && pair && (
        <>
          <Which others={choices.others} value={plan.otherId} onPick={plan.pick} />
          <Order pair={pair} onSwap={plan.swap} />
          <Gap gapMs={gapMs} onChange={plan.setMinutes} />
          <Consequences title={t("will")} lines={[t("one"), t("minutes"), t("paid"), t("seen"), t("later")]} />
        </>
      )}
    </FormDialog>
  );
}

type Pair = readonly [first: Mergeable, later: Mergeable];

/** The pair in its order, and the pause between the two: by their times until somebody changes it. */
function usePlan(choices: MergeChoices | null | undefined) {
  const [picked, setPicked] = useState<string | null>(null);
  const [swapped, setSwapped] = useState(false);
  const [minutes, setMinutes] = useState<number | null>(null);
  const other = choices?.others.find(({ id }) => id === picked) ?? choices?.others[0];
  const byTime = choices && other ? inOrder(choices.meeting, other) : null;
  const pair = byTime && swapped ? ([byTime[1], byTime[0]] as const) : byTime;
  const gapMs = pair ? (minutes === null ? gapBetween(...pair) : Math.round(minutes * MINUTE_MS)) : 0;
  return {
    pair,
    gapMs,
    otherId: other?.id ?? "",
    setMinutes,
    pick: (id: string) => {
      setPicked(id);
      setMinutes(null);
    },
    swap: () => {
      setSwapped(!swapped);
      setMinutes(null);
    },
  };
}

function Gap({ gapMs, onChange }: { gapMs: number; onChange: (minutes: number) => void }) {
  const { t } = useTranslation("merge");
  return (
    <Field label={t("gap")} hint={t("gapHint")}>
      {(wiring) => (
        <input
          {...wiring}
          className="input num"
          type="number"
          inputMode="decimal"
          min={0}
          max={MERGE_GAP_MS_MAX / MINUTE_MS}
          step="any"
          required
          value={Number((gapMs / MINUTE_MS).toFixed(2))}
          onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber)}
        />
      )}
    </Field>
  );
}

/** Undefined while they are being read, null where they could not be. */
function useChoices(meetId: string, wanted: string | null): MergeChoices | null | undefined {
  const [choices, setChoices] = useState<MergeChoices | null>();
  useEffect(() => {
    const leave = new AbortController();
    const query = wanted === null ? {} : { query: { with: wanted } };
    const options = { params: { meetId }, timeoutMs: ANSWER_MS_MAX, signal: leave.signal, ...query };
    const read = async () => {
      const end = await callApi(readMergeChoices, options);
      if (!leave.signal.aborted) setChoices(end.ok ? end.value : null);
    };
    void read();
    return () => leave.abort();
  }, [meetId, wanted]);
  return choices;
}

function Which(props: { others: readonly Mergeable[]; value: string; onPick: (id: string) => void }) {
  const { t } = useTranslation("merge");
  const said = useSaid();
  return (
    <Field label={t("which")}>
      {(wiring) => (
        <Select {...wiring} value={props.value} onChange={({ target }) => props.onPick(target.value)}>
          {props.others.map((meeting) => (
            <option key={meeting.id} value={meeting.id}>
              {meeting.title} · {said(meeting)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Order({ pair, onSwap }: { pair: Pair; onSwap: () => void }) {
  const { t } = useTranslation("merge");
  const said = useSaid();
  return (
    <div className="field">
      <p className="strong">{t("order")}</p>
      {pair.map((meeting, index) => (
        <p key={meeting.id}>
          <span className="num">{index + 1}.</span> {meeting.title} <span className="muted num">{said(meeting)}</span>
        </p>
      ))}
      <p>
        <Button onClick={onSwap}>
          <Icon name="again" />
          {t("swap")}
        </Button>
      </p>
    </div>
  );
}

/** When a meeting began, and how long it is. */
function useSaid(): (meeting: Mergeable) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return ({ startsAt, durationMs }) =>
    [formatDateTime(startsAt, locale, timeZone), durationMs === null ? "" : formatDuration(durationMs, locale)]
      .filter(Boolean)
      .join(", ");
}

/** Two meetings in the order of their beginnings. */
function inOrder(one: Mergeable, other: Mergeable): Pair {
  return other.startsAt < one.startsAt ? [other, one] : [one, other];
}

/** The pause between two meetings by their times of day, in ms; 0 where one begins before the other has ended. */
function gapBetween(first: Mergeable, later: Mergeable): number {
  const gapMs = later.startsAt - first.startsAt - (first.durationMs ?? 0);
  return Math.min(Math.max(0, gapMs), MERGE_GAP_MS_MAX);
}
