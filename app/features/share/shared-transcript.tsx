import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { groupTurns } from "#app/domain/transcript/group-turns.ts";
import { isPlayable, useSharedFacts } from "#app/features/share/shared-facts.ts";
import { SharedMoment } from "#app/features/share/shared-moment.tsx";
import { Avatar } from "#app/ui/avatar.tsx";

/** All that was said, by turns, as text: an hour of it is a few hundred paragraphs and needs no script to be read. */
export function SharedTranscript({ segments, language }: { segments: MeetingView["segments"]; language: string }) {
  const { t } = useTranslation("meeting");
  const facts = useSharedFacts();
  const { speakers } = facts;
  return (
    <section className="fieldset fieldset--first spoken" aria-labelledby="transcript-title" id="transcript">
      <header>
        <h2 className="section" id="transcript-title">
          {t("transcript.title")}
        </h2>
      </header>
      <ol lang={language}>
        {groupTurns(segments).map((turn) => {
          const speaker = turn.named && turn.speaker !== null ? speakers.get(turn.speaker) : undefined;
          return (
            <li className="turn" key={turn.key}>
              {speaker && (
                <div className="turn__who">
                  <Avatar name={speaker.name} speaker={speaker.colour} />
                  <span className={`speaker s${speaker.colour}`}>{speaker.name}</span>
                </div>
              )}
              <span className="turn__when">
                <SharedMoment ms={turn.startMs} tabStop={false} />
              </span>
              <p className="reading">
                {isPlayable(facts, turn.startMs)
                  ? turn.segments.map((segment) => (
                      <span
                        key={segment.id}
                        data-t={isPlayable(facts, segment.startMs) ? Math.round(segment.startMs / 100) / 10 : undefined}
                      >{`${segment.text} `}</span>
                    ))
                  : turn.segments.map(({ text }) => text).join(" ")}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
