import { Link } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { downloadArchive, saveMeetingRetention, saveRetention } from "#app/contracts/endpoints/privacy.ts";
import type { SavedVoices } from "#app/contracts/voices.ts";
import type { RetentionChange, RetentionPart, RetentionRule } from "#app/domain/privacy/retention.ts";
import { useDaysText } from "#app/features/settings/days-text.ts";
import { VoicesSection } from "#app/features/settings/voices-section.tsx";
import { DeletionSection, type Leaving } from "#app/features/settings/delete-account.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = {
  name: string;
  email: string | null;
  rule: RetentionRule;
  meeting: OwnRule | null;
  voices: SavedVoices;
  team: Leaving | null;
  /** Removes what this browser keeps of the account beside its keys (FORGOTTEN_KEYS). */
  onDeleted: () => Promise<void>;
};
/** A meeting that the page was opened for; `rule` is null where it follows the default. */
type OwnRule = { meetId: string; title: string; rule: RetentionRule | null };

/** Privacy, on every plan: take everything away, choose how long it is kept and which voices are remembered, delete the account. */
export function PrivacySettings({ name, email, rule, meeting, voices, team, onDeleted }: Props) {
  const { t } = useTranslation(["privacy", "common"]);
  return (
    <Page
      title={t("title")}
      className="parts settings"
      above={
        <Link className="crumb note" to="/settings">
          <Icon name="previous" />
          {t("common:menu.settings")}
        </Link>
      }
    >
      <div className="block--s">
        <ArchiveSection />
        {meeting && <MeetingRetention key={meeting.meetId} meeting={meeting} standard={rule} />}
        <RetentionSection id={meeting ? "keep-all" : "keep"} rule={rule} />
        <VoicesSection initial={voices} />
        <DeletionSection person={{ name, email }} leaving={team} onDeleted={onDeleted} />
      </div>
    </Page>
  );
}

/** A plain link: the browser keeps the file while it arrives, however large it is. */
function ArchiveSection() {
  const { t } = useTranslation("privacy");
  return (
    <section id="download" aria-labelledby="download-heading">
      <h2 id="download-heading">{t("archive.heading")}</h2>
      <div className="rows rows--full">
        <div className="archive">
          <div>
            <p className="strong">{t("archive.name")}</p>
            <p className="note muted">{t("archive.lead")}</p>
          </div>
          <a className={buttonClass("primary", "btn--l")} href={downloadArchive.path} download>
            <Icon name="download" />
            {t("archive.action")}
          </a>
        </div>
      </div>
    </section>
  );
}

/** The choices of each part, in days. */
const CHOICES: Record<RetentionPart, readonly RetentionRule["recording"][]> = {
  recording: [null, "transcribed", 30, 90, 180],
  transcript: [null, 30, 90, 180, 365],
  meeting: [null, 90, 365, 1825],
};
const SHOWN: readonly RetentionPart[] = ["recording", "transcript", "meeting"];

type Saved<Rule> = { ok: true; value: Rule } | { ok: false };

/**
 * Saves each choice at once, one after the other, so that the last one stays; one that cannot be saved is taken back. Only the change is
 * sent, and the stored rule comes back: another tab may have changed the other parts.
 */
function useRule<Rule extends RetentionRule | null, Change extends RetentionChange | null>(
  stored: Rule,
  save: (change: Change) => Promise<Saved<Rule>>,
) {
  const { t } = useTranslation("privacy");
  const toast = useToast();
  const [rule, setRule] = useState(stored);
  const earlier = useRef<Promise<unknown>>(Promise.resolve());
  const change = async (next: Rule, changed: Change) => {
    const before = rule;
    setRule(next);
    const saving = saveAfter(earlier.current, () => save(changed));
    earlier.current = saving;
    const saved = await saving;
    // A later choice stays.
    setRule((chosen) => (chosen === next ? (saved.ok ? saved.value : before) : chosen));
    toast(saved.ok ? "done" : "error", t(saved.ok ? "keep.saved" : "keep.failed"));
  };
  return { rule, change: (next: Rule, changed: Change) => void change(next, changed) };
}

async function saveAfter<Saved>(earlier: Promise<unknown>, save: () => Promise<Saved>): Promise<Saved> {
  await earlier;
  return save();
}

function RetentionSection({ id, rule: stored }: { id: string; rule: RetentionRule }) {
  const { t } = useTranslation("privacy");
  const { rule, change } = useRule(stored, (body: RetentionChange) => callApi(saveRetention, { body }));
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{t("keep.heading")}</h2>
      <div className="rows rows--full">
        <Choices scope={id} rule={rule} onChange={change} />
        <p className="note muted">{t("keep.note")}</p>
      </div>
    </section>
  );
}

/** The rule of one meeting, which stands above the default. */
function MeetingRetention({ meeting, standard }: { meeting: OwnRule; standard: RetentionRule }) {
  const { t } = useTranslation("privacy");
  const { meetId, title } = meeting;
  const { rule, change } = useRule(meeting.rule, (changed: RetentionChange | null) =>
    callApi(saveMeetingRetention, { params: { meetId }, body: { rule: changed } }),
  );
  return (
    <section id="keep" aria-labelledby="keep-heading">
      <h2 id="keep-heading">{t("keep.ofMeeting")}</h2>
      <div className="rows rows--full">
        <p className="keep__of">
          <Link to={`/${meetId}`}>{title}</Link>
        </p>
        <Checkbox
          checked={rule === null}
          onChange={({ target }) => {
            const next = target.checked ? null : standard;
            change(next, next);
          }}
          label={t("keep.asDefault")}
        />
        {rule !== null && <Choices scope="keep" rule={rule} onChange={change} />}
      </div>
    </section>
  );
}

type ChoicesProps = {
  scope: string;
  rule: RetentionRule;
  onChange: (rule: RetentionRule, change: RetentionChange) => void;
};

function Choices({ scope, rule, onChange }: ChoicesProps) {
  return (
    <div className="keeps">
      {SHOWN.map((part) => (
        <RetentionChoice
          key={part}
          id={`${scope}-${part}`}
          part={part}
          value={rule[part]}
          onChoose={(value) => onChange({ ...rule, [part]: value }, { [part]: value })}
        />
      ))}
    </div>
  );
}

type ChoiceProps = {
  id: string;
  part: RetentionPart;
  value: RetentionRule["recording"];
  onChoose: (value: RetentionRule["recording"]) => void;
};

function RetentionChoice({ id, part, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation("privacy");
  const said = useChoiceText();
  // A number that another client has chosen is offered too.
  const choices = CHOICES[part].includes(value) ? CHOICES[part] : [...CHOICES[part], value];
  return (
    <div className="keep">
      <div>
        <label className="strong" htmlFor={id}>
          {t(`keep.${part}.label`)}
        </label>
        <p className="note muted" id={`${id}-hint`}>
          {t(`keep.${part}.hint`)}
        </p>
      </div>
      <Select
        id={id}
        aria-describedby={`${id}-hint`}
        value={String(value)}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => String(choice) === target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {said(choice)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function useChoiceText(): (choice: RetentionRule["recording"]) => string {
  const { t } = useTranslation("privacy");
  const days = useDaysText();
  return (choice) => {
    if (choice === null) return t("keep.forever");
    return choice === "transcribed" ? t("keep.transcribed") : days(choice);
  };
}
