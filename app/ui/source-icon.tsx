const PATHS = {
  microphone: "M8 2.25a2 2 0 0 1 2 2v3.5a2 2 0 0 1-4 0v-3.5a2 2 0 0 1 2-2zM3.75 7.75a4.25 4.25 0 0 0 8.5 0M8 12v2",
  tab: "M2.5 3.5h11v9h-11zM2.5 6.25h11M6.5 3.5v2.75",
} as const;

/** The two sources. Not among the icons of ui/icon.tsx, which every page loads. */
export function SourceIcon({ name, className }: { name: keyof typeof PATHS; className?: string }) {
  return (
    <svg className={className === undefined ? "icon" : `icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
