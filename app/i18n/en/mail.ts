/** Mails that Acta sends by itself, and the page on which one kind of them is switched off. */
export const mail = {
  /** Names of the kinds, for settings and for that page. */
  kind: {
    "minutes-ready": "Your minutes are ready",
    "recording-failed": "A recording failed",
    "not-let-in": "Acta could not get into a call",
    "retention-warning": "Something will be deleted soon",
    "deletion-receipt": "Your account was deleted",
    "calendar-reconnect": "Connect your calendar again",
    "join-soon": "Acta will join in an hour",
    "payment-failed": "A payment failed",
  },
  ready: {
    subject: "Your minutes are ready: {{title}}",
    heading: "Your minutes are ready",
    firstLines: "The first lines",
    open: "Open the minutes",
    pdf: "PDF of the minutes",
  },
  failed: { subject: "{{why}}: {{title}}", open: "Open the meeting" },
  retention: {
    heading: {
      recording: "Recordings will be deleted on {{date}}",
      transcript: "Transcripts will be deleted on {{date}}",
      meeting: "Meetings will be deleted on {{date}}",
    },
    text: {
      recording:
        "You chose how long Acta keeps recordings. On {{date}} it deletes the recordings of these meetings. Download what you still need before then.",
      transcript:
        "You chose how long Acta keeps transcripts. On {{date}} it deletes the transcripts of these meetings. Download what you still need before then.",
      meeting:
        "You chose how long Acta keeps meetings. On {{date}} it deletes these meetings with everything in them. Download what you still need before then.",
    },
    more_one: "And one more meeting.",
    more_other: "And {{count}} more meetings.",
    change: "Change how long Acta keeps them",
  },
  payment: {
    heading: "A payment for {{plan}} failed",
    text: "Your plan goes on until {{date}}. If it is not paid by then, your workspace is on Free. Nothing is deleted.",
    pay: "Pay now",
  },
  receipt: {
    heading: "Your Acta account was deleted",
    text: "Your account and everything that belonged to it were deleted on {{date}}: meetings, minutes, transcripts, recordings, chats and links.",
    kept_one: "One recording stays because another person’s meeting uses it. Nothing connects it with you any more.",
    kept_other:
      "{{count}} recordings stay because other people’s meetings use them. Nothing connects them with you any more.",
    last: "This is the last e-mail from Acta. Your address is deleted within 24 hours.",
  },
  reconnect: {
    subject: "Connect your calendar again: {{account}}",
    heading: "Connect your calendar again",
    happened: {
      google: "Google no longer lets Acta read the calendars of {{account}}.",
      microsoft: "Microsoft no longer lets Acta read the calendars of {{account}}.",
      ics: "The address of the calendar {{account}} no longer works.",
    },
    text: "Until you connect it again, Acta joins none of its meetings. Your choices for its calendars are kept.",
    open: "Open the settings",
  },
  soon: {
    subject: "Acta will join in an hour: {{title}}",
    heading: "Acta will join in an hour",
    untitled: "Meeting",
    why: {
      organiser: "The meeting is in your calendar {{calendar}}, and you organise it.",
      accepted: "The meeting is in your calendar {{calendar}}, and you have accepted it.",
      "switched-on": "The meeting is in your calendar {{calendar}}, and you chose that Acta joins it.",
    },
    text: "You do not have to do anything. If Acta is to stay out of this meeting, use the button; your other meetings stay as they are.",
    keepOut: "Keep Acta out of this meeting",
    question: "Keep Acta out of this meeting?",
    explained:
      "Acta then does not join this one meeting. Everything else stays as it is, and you can change it on Home.",
    button: "Keep Acta out",
    doneTitle: "Acta stays out",
    done: "Acta does not join this meeting. If it is in the call already, end the recording on the meeting’s page.",
    goneTitle: "This link does not work any more",
    gone: "The meeting is over, was changed, or is not in your calendar any more.",
  },
  confirm: {
    subject: "Confirm your address for Acta",
    heading: "Confirm your address",
    text: "Somebody who is signed in to Acta entered this address in the settings for their e-mails. If it was you, confirm it. The link works for {{hours}} hours.",
    button: "Confirm the address",
    notYou: "If it was not you, do nothing. Acta then sends no more e-mails here.",
    question: "Confirm this address?",
    explained: "Acta then sends the e-mails of the person who entered the address to it. Confirm only if that was you.",
    doneTitle: "Address confirmed",
    done: "Acta now sends your e-mails to this address. You can switch every kind on and off in the settings.",
    goneTitle: "This link does not work any more",
    gone: "It is older than {{hours}} hours, or a newer link has replaced it. Ask for a new one in the settings.",
  },
  footer: {
    whyMeeting: "You are receiving this e-mail because the meeting is yours.",
    whyAccount: "You are receiving this e-mail because you have an account with Acta.",
    whyDeleted: "You are receiving this e-mail because you asked Acta to delete your account.",
    whyAsked: "You are receiving this e-mail because somebody entered this address in Acta.",
    whyCalendar: "You are receiving this e-mail because you connected this calendar with Acta.",
    whySoon: "You are receiving this e-mail because you switched on e-mails before meetings.",
    stop: "Stop e-mails of this kind",
    settings: "Settings",
  },
  unsubscribe: {
    title: "E-mails from Acta",
    question: "Stop these e-mails?",
    text: "Acta then sends no more e-mails of this kind to the owner of this link. Everything else stays as it is.",
    kind: "Kind: {{kind}}",
    stop: "Stop these e-mails",
    doneTitle: "Done",
    done: "If the link is valid, Acta sends no more e-mails of this kind. You can switch every kind on and off in the settings.",
    toSettings: "To the settings",
  },
} as const;
