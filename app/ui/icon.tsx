/** The icons of the interface, drawn on 16 units with a stroke of 1.5. A word or a label always stands beside them. */
const PATHS = {
  again: "M13 8a5 5 0 1 1-1.5-3.55M13 2.5v3h-3",
  alert: "M8 2.5 14 13H2zM8 6.5v3M8 11.25h.01",
  "arrow-up": "M8 13V3M3.75 7.25 8 3l4.25 4.25",
  calendar: "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3",
  captions: "M2.5 3.5h11v9h-11zM5 7.5h2M9 7.5h2M5 10h3.5",
  chat: "M2.5 3h11v8H7l-3 2.5V11H2.5z",
  check: "m3 8.5 3.25 3.25L13 4.75",
  close: "m3.5 3.5 9 9M12.5 3.5l-9 9",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  down: "m3.5 6 4.5 4.5L12.5 6",
  download: "M8 2.5v7.5M5 7.25 8 10.25l3-3M3 13.25h10",
  edit: "M3 13l.75-3L11 2.75 13.25 5 6 12.25z",
  external: "M6.5 9.5 13 3M9 3h4v4M11.5 9.5v4h-9v-9h4",
  film: "M2.5 3h11v10h-11zM5 3v10M11 3v10M2.5 6.25H5M2.5 9.75H5M11 6.25h2.5M11 9.75h2.5",
  forward: "M12.75 8a5 5 0 1 1-1.5-3.55M13 2.5v3h-3",
  home: "M2.5 7 8 2.5 13.5 7v6.5h-4V9.5h-3v4h-4z",
  larger: "M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9 7M2.5 13.5 7 9",
  link: "M6.5 9.5l3-3M7 4.75 8.75 3a2.8 2.8 0 0 1 4 4L11 8.75M9 11.25 7.25 13a2.8 2.8 0 0 1-4-4L5 7.25",
  list: "M2.5 4.5h11M2.5 8h11M2.5 11.5h7",
  menu: "M2.5 5h11M2.5 11h11",
  minus: "M3 8h10",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  next: "m6 3 5 5-5 5",
  pause: "M4.5 3h2.5v10H4.5zM9 3h2.5v10H9z",
  person: "M8 2.75a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5M2.75 13.5a5.25 5.25 0 0 1 10.5 0",
  play: "M5 3v10l8-5z",
  plus: "M8 3v10M3 8h10",
  previous: "M10 3 5 8l5 5",
  rewind: "M3.25 8a5 5 0 1 0 1.5-3.55M3 2.5v3h3",
  search: "m10.25 10.25 3.25 3.25",
  sidebar: "M2.5 3h11v10h-11zM6 3v10",
  "sign-out": "M6.5 13.5h-4v-11h4M6 8h7.5M10.5 5l3 3-3 3",
  "skip-silence": "M2.5 4v8l5-4zM8 4v8l5-4zM13.5 4v8",
  stop: "M4.5 4.5h7v7h-7z",
  template: "M3 2.5h10v11H3zM3 6h10M6.5 6v7.5",
  theme: "M8 2.5v11a5.5 5.5 0 0 0 0-11z",
  trash: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9",
  up: "M3.5 10 8 5.5l4.5 4.5",
  upload: "M8 10.5v-8M4.75 5.5 8 2.25l3.25 3.25M2.5 10.5v3h11v-3",
  video: "M2 4.5h8v7H2zM10 7l4-2.25v6.5L10 9",
} as const;

export type IconName = keyof typeof PATHS;

/** `size="l"` is 20 px, the default 16 px. Hidden from assistive technology: the control's name says what it is. */
export function Icon({ name, size, className }: { name: IconName; size?: "l"; className?: string }) {
  const classes = ["icon", size === "l" && "icon--l", className].filter(Boolean).join(" ");
  return (
    <svg className={classes} viewBox="0 0 16 16" aria-hidden="true">
      {name === "theme" && <circle cx="8" cy="8" r="5.5" />}
      {name === "search" && <circle cx="7" cy="7" r="4.25" />}
      {name === "theme" ? (
        <path d={PATHS.theme} fill="currentColor" stroke="none" />
      ) : (
        <path d={PATHS[name]} strokeWidth={name === "more" ? 2 : undefined} />
      )}
    </svg>
  );
}

/** The wordmark, `Acta:`, as minutes name a speaker; `rest` hides in the folded menu. Put it inside a link `.mark`. */
export function Mark() {
  return (
    <>
      <span className="sr">Acta</span>
      <span aria-hidden="true">
        A<span className="rest">cta</span>
        <span className="colon">:</span>
      </span>
    </>
  );
}
