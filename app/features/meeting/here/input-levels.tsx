import { useTranslation } from "#app/i18n/use-translation.ts";
import type { HereInput, InputFacts } from "#app/features/here/capture/capture.ts";
import type { SourceState } from "#app/features/here/capture/source-watch.ts";
import { LevelMeter } from "#app/features/here/level-meter.tsx";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { firstNameOf, usePerson } from "#app/features/here/session/use-person.ts";
import { useInputLevel, useInputState, useSessionState } from "#app/features/here/session/use-session.ts";
import { Avatar } from "#app/ui/avatar.tsx";

/** A level for each source: the microphone is the person, the tab is everybody else. */
export function InputLevels({ session }: { session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const { inputs } = useSessionState(session);
  return (
    <section className={inputs.length > 1 ? "levels" : "levels levels--one"} aria-label={t("level.label")}>
      {inputs.map((input) => (
        <InputLevel key={input.input} facts={input} session={session} isAlone={inputs.length === 1} />
      ))}
    </section>
  );
}

const COLOURS = { microphone: 1, tab: 5 } as const satisfies Readonly<Record<HereInput, number>>;

type Props = { facts: InputFacts; session: RecordingSession; isAlone: boolean };

function InputLevel({ facts: { input, label, isLive }, session, isAlone }: Props) {
  const { t } = useTranslation("recordHere");
  const name = firstNameOf(usePerson());
  const heard = useInputState(session, input);
  const device = input === "tab" ? t("level.ofTab") : label;
  // One microphone in a room records everybody.
  const who = isAlone ? t(`source.${input}`) : input === "tab" ? t("others") : name || t("you");
  const state = isLive ? (heard ?? "quiet") : "ended";
  return (
    <div className="level">
      <span className="row">
        {!isAlone && <Avatar name={who} speaker={COLOURS[input]} unknown={input === "tab"} />}
        <span className="strong">{who}</span>{" "}
        <span className="note muted cut" title={device}>
          {device}
        </span>
      </span>
      <span className="note muted">{t(`state.${state}`)}</span>
      <LiveMeter session={session} input={input} isLive={isLive} state={heard} />
    </div>
  );
}

type LiveProps = { session: RecordingSession; input: HereInput; isLive: boolean; state: SourceState | null };

/** Apart from its words, because it is drawn again with each sample of the level. */
function LiveMeter({ session, input, isLive, state }: LiveProps) {
  const { t } = useTranslation("recordHere");
  const level = useInputLevel(session, input);
  const label = input === "tab" ? t("level.tab") : t("level.microphone");
  return <LevelMeter label={label} level={isLive ? level : 0} state={state} />;
}
