type Props = {
  name: string;
  /** 1 to 8: the speaker's colour. Without one it is the signed-in person's own, in paper. */
  speaker?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  large?: boolean;
  /** A voice without a name. */
  unknown?: boolean;
};

/** An initial, or a whole number, in a circle. Hidden from assistive technology: the name stands beside it. */
export function Avatar({ name, speaker, large, unknown }: Props) {
  const classes = [
    "avatar",
    speaker === undefined ? "avatar--me" : `s${speaker}`,
    large && "avatar--l",
    unknown && "avatar--unknown",
  ];
  const initial = /^\d+|./u.exec(name.trim().toLocaleUpperCase())?.[0] ?? "?";
  return (
    <span className={classes.filter(Boolean).join(" ")} aria-hidden="true">
      {initial}
    </span>
  );
}
