import { useState } from "react";
import { SUMMARY_ITEMS_MAX, SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { proseOf } from "#app/domain/summary/edits/prose-lines.ts";
import { CompareLine } from "#app/features/meeting/edit/compare-line.tsx";
import { GrowingText } from "#app/features/meeting/edit/growing-text.tsx";
import { type FieldProps, WhenOf } from "#app/features/meeting/edit/line-when.tsx";

/**
 * Running text as one box, as it is read. Beneath it, sentence by sentence, the moments that hold as long as the words do;
 * a sentence that somebody else changed too is compared there.
 */
export function EditProse({ field: { key, lines }, name, editing }: FieldProps) {
  const prose = proseOf(lines);
  // As it is typed, with the space after the last word; what changes the lines from elsewhere (another's words) is shown.
  const [typed, setTyped] = useState(prose);
  const text = sameWords(typed, prose) ? typed : prose;
  const isBoth = lines.some(({ id }) => editing.isBoth(id));
  return (
    <div className="stack">
      <GrowingText
        className={isBoth ? "edit reading is-both" : "edit reading"}
        label={name}
        value={text}
        charsMax={SUMMARY_ITEMS_MAX * SUMMARY_ITEM_CHARS_MAX}
        onChange={(words) => {
          setTyped(words);
          editing.setProse(key, words);
        }}
      />
      <p className="row row--wrap note">
        {lines.map((line) => (
          <WhenOf key={line.id} line={line} />
        ))}
      </p>
      {lines.map(({ id }) => (
        <CompareLine key={id} id={id} editing={editing} fieldKey={key} />
      ))}
    </div>
  );
}

function sameWords(a: string, b: string): boolean {
  return a.split(/\s+/u).filter(Boolean).join(" ") === b.split(/\s+/u).filter(Boolean).join(" ");
}
