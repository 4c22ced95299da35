import { type ButtonHTMLAttributes, forwardRef } from "react";
import { Spinner } from "#app/ui/progress.tsx";

export type ButtonKind = "primary" | "line" | "quiet" | "danger" | "danger-line";

/** The classes of a button, for links that look like one (`<Link className={buttonClass("line")}>`). */
export function buttonClass(kind: ButtonKind, extra = ""): string {
  return `btn btn--${kind}${extra ? ` ${extra}` : ""}`;
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind;
  /** 40 px high, for the action a view is about. */
  large?: boolean;
  wide?: boolean;
  /** Only an icon inside: give `aria-label`. */
  icon?: boolean;
  /** Shows the spinner and takes no clicks; stays focusable, so that the place is not lost. */
  busy?: boolean;
  /** While busy the spinner stands over the words: the button keeps its width. */
  still?: boolean;
};

/** One ink button (`primary`) in a view's content; the others are lines or quiet. `type` is "button" unless given. */
export const Button = forwardRef<HTMLButtonElement, Props>(function Button(
  { kind = "line", large, wide, icon, busy, still, className, children, type = "button", onClick, ...rest },
  ref,
) {
  const extra = [large && "btn--l", wide && "btn--wide", icon && "btn--icon", className].filter(Boolean).join(" ");
  return (
    <button
      {...rest}
      ref={ref}
      // oxlint-disable-next-line react/button-has-type -- one of the three, given by the caller
      type={busy && type === "submit" ? "button" : type}
      className={buttonClass(kind, extra)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && !still && <Spinner />}
      {children}
    </button>
  );
});
