export const onboarding = {
  welcome: "Welcome",
  welcomeName: "Welcome, {{name}}",
  lead: "Two short pages, about 2 minutes. This one is about you and your company, the next connects a calendar.",
  step: "Step {{step}} of {{of}}",
  minutes_one: "about {{count}} minute",
  minutes_other: "about {{count}} minutes",
  later: "Later",
  continue: "Continue",
  calendar: {
    title: "Connect a calendar",
    lead: "Acta then joins the meetings that you organize, and shows what comes next. It reads titles, times, links and guests, nothing else, and writes nothing.",
    google: "Connect Google Calendar",
    outlook: "Connect Outlook",
    hint: "You choose afterwards which calendars are active, one by one.",
    back: "Back",
    without: "Without a calendar",
  },
} as const;
