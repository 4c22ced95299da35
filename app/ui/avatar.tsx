type Props = {
  name: string;
  /** 1 to 8: the speaker's colour. Without one it is the signed-in person's own, in paper. */
  speaker?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  large?: boolean;
  /** A voice without a name: `name` is its number, and shown whole. */
  unknown?: boolean;
};

/** An initial in a circle. Hidden from assistive technology: the name stands beside it. */
export function Avatar({ name, speaker, large, unknown }: Props) {
  const classes = [
    "avatar",
    speaker === undefined ? "avatar--me" : `s${speaker}`,
    large && "avatar--l",
    unknown && "avatar--unknown",
  ];
  const [initial = "?"] = name.trim().toLocaleUpperCase();
  return (
    <span className={classes.filter(Boolean).join(" ")} aria-hidden="true">
      {unknown ? name : initial}
    </span>
  );
}
