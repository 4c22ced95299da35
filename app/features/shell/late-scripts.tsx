import { Scripts } from "@remix-run/react";
import { Children, cloneElement, isValidElement, type ReactNode } from "react";

/**
 * Remix's scripts, which the browser fetches after the style sheets and fonts. The server's HTML can be read without them, and with
 * the priority of a style sheet their 149 kB delayed it on a slow line. Remix has no option for it, so its links are given the attribute.
 */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  // A call, not an element: its links are only known once it has rendered. It keeps its hooks, as any function that uses hooks does.
  const scripts = Scripts({ nonce });
  if (!isValidElement<{ children: ReactNode }>(scripts)) return null;
  return Children.map(scripts.props.children, (child) =>
    isValidElement<{ fetchpriority?: "low" }>(child) && child.type === "link"
      ? cloneElement(child, { fetchpriority: "low" })
      : child,
  );
}
