/** The name of a file. A long name is cut in its middle: the ending, which says what it is, is always shown. */
export function FileName({ name, isStrong }: { name: string; isStrong?: boolean }) {
  const dot = name.lastIndexOf(".");
  const at = dot <= 0 || name.length - dot > ENDING_CHARS_MAX ? name.length : dot;
  return (
    <p className={isStrong ? "fname strong" : "fname"} title={name}>
      <span className="cut">{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </p>
  );
}

const ENDING_CHARS_MAX = 9;
