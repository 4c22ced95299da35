/** The invite dialog. The specification's words stand letter for letter (§4, §5); `cap` raises the first one. */
export const invite = {
  link: "Meeting link",
  invalidUrl: "invalid URL",
  provideValidUrl: "provide a valid URL",
  synchronizing: "synchronizing",
  connectingNow: "connecting now",
  created: "created successfully",
  bot: "Acta · notes for {{name}}",
  botAlone: "Acta · notes",
  named: "{{platform}}. Acta asks to be let in as “{{bot}}” and says in the chat that it records.",
  whatFitsShort: "Google Meet, Teams, Zoom or Jitsi.",
  whatFits:
    "Acta takes links of Google Meet (meet.google.com/abc-defg-hij), Teams (teams.live.com/meet/…, a meetup-join link), Zoom (zoom.us/j/ with 9 to 11 digits) and Jitsi.",
  personalRoom: "This link has a name in place of the meeting’s number. Copy the link from the invitation.",
  twoLinks: "There is more than one link here. Paste only the meeting’s link.",
  used: "{{used}} of {{limit}} used",
  mayMeetLimit:
    "{{used}} of {{limit}} used. With the meetings already planned, the plan may be used up by then, and Acta would not join.",
  failed: "Error connecting to server. Nothing you filled in is lost.",
  signIn: "You are signed out. Sign in again in a new tab, then send it from here",
  change: { title: "Change the meeting", submit: "save", done: "Saved" },
  mayClose: "You may close this window: Acta goes on by itself.",
  steps: {
    label: "What happens now",
    creating: "The meeting is being created",
    created: "Meeting created",
    createdFact: "It is in your history.",
    opens: "Acta opens the call",
    opensAt: "On {{when}}, by itself.",
    letIn: "Somebody lets Acta in",
    waits: "It stays in the waiting room for up to {{minutes}} minutes.",
  },
} as const;
