/** Mails that Acta sends by itself, and the page on which one kind of them is switched off. */
export const mail = {
  /** Names of the kinds, for settings and for that page. */
  kind: {
    "minutes-ready": "Your minutes are ready",
    "recording-failed": "A recording failed",
    "not-let-in": "Acta could not get into a call",
    "meeting-shown": "Somebody shows you a meeting",
    "retention-warning": "Something will be deleted soon",
    "deletion-receipt": "Your account was deleted",
    "calendar-reconnect": "Connect your calendar again",
    "join-soon": "Acta will join in an hour",
    "join-limit": "Acta does not join: plan used up",
    "payment-failed": "A payment failed",
    "delivery-parked": "Something could not be sent",
    "weekly-digest": "Your week",
    "follow-up": "Follow-up of a meeting",
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
  shown: {
    subject: "{{by}} shows you a meeting: {{title}}",
    heading: "{{by}} shows you a meeting",
    text: "You can read its minutes and its transcript, play the recording and ask questions. You also find it in your history, under “Shared with me”.",
    open: "Open the meeting",
  },
  payment: {
    heading: "A payment for {{plan}} failed",
    open: {
      text: "Your plan goes on until {{date}}. If it is not paid by then, your workspace is on Free. Nothing is deleted.",
      button: "Pay now",
    },
    over: {
      heading: "Your {{plan}} plan has ended",
      text: "The payment was still open on {{date}}, so your workspace is on Free now. Nothing was deleted. If you pay, the plan goes on.",
      button: "Pay now",
    },
    ended: {
      text: "The payment was still open on {{date}}, so the plan has ended and your workspace is on Free now. Nothing was deleted. To have the plan again, choose it once more.",
      button: "Choose a plan",
    },
    double: {
      heading: "You pay for {{plan}} twice",
      text: "Two subscriptions are active for your workspace, so that you pay twice. To get the second payment back, end one of them under “Invoices and payment” and reply to the e-mail with its invoice. The people who run Acta have been told.",
      button: "Open the plan",
    },
  },
  receipt: {
    heading: "Your Acta account was deleted",
    text: "Your account and everything that belonged to it were deleted on {{date}}: meetings, minutes, transcripts, recordings, chats and links.",
    kept_one: "One recording stays because another person’s meeting uses it. Nothing connects it with you any more.",
    kept_other:
      "{{count}} recordings stay because other people’s meetings use them. Nothing connects them with you any more.",
    last: "This is the last e-mail from Acta. Your address is deleted within 24 hours.",
  },
  parked: {
    subject: "Not sent: {{name}}",
    heading: "Something could not be sent",
    happened: "Acta could not send something to {{name}} ({{kind}}), and does not try it again by itself.",
    text: "The settings say what it was and why, and send it again. You get no further mail about this until something arrives there.",
    open: "Open the settings",
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
  limit: {
    subject: "Acta does not join: {{title}}",
    heading: "Acta does not join this meeting",
    why: "The meeting is in your calendar {{calendar}}. All {{limit}} recordings of your plan are used up, so Acta joins neither this meeting nor later ones.",
    todo: "Choose a plan without a limit, and Acta joins your meetings again. That includes this meeting, if you choose the plan before it starts. Your recordings, minutes and calendars stay as they are.",
    open: "Choose a plan",
  },
  confirm: {
    subject: "Confirm your address for Acta",
    heading: "Confirm your address",
    text: "{{name}} is signed in to Acta and entered this address. If you are {{name}}, open the link in the browser where you asked for it. It works for {{hours}} hours.",
    does: "Acta then sends the e-mails of {{name}} here. Opened in the browser where it was asked for, the link also lets {{name}} read what others show to this address and accept its invitations to teams.",
    button: "Confirm the address",
    notYou:
      "If you are not {{name}}, do nothing, and do not pass this e-mail on. If you confirmed by mistake, open the same link and take the address back.",
    question: "Confirm this address for {{name}}?",
    explained:
      "Confirm only if you are {{name}}. You can take the address back later, by the same link or in the settings.",
    doneTitle: "Address confirmed",
    end: {
      proven:
        "Acta now sends your e-mails to this address, and what others show to it opens for you. You can switch every kind of e-mail on and off in the settings.",
      mails:
        "Acta now sends the e-mails of {{name}} to this address. To read what others show to it too, {{name}} opens the same link in the browser where it was asked for.",
      "vouched-elsewhere":
        "Acta now sends your e-mails to this address. What others show to it opens for the account that signs in with it.",
    },
    confirmed: "{{name}} gets e-mails at {{address}}. If you are not {{name}}, take the address back.",
    takeBack: "Take the address back",
    backTitle: "Address taken back",
    back: "Acta sends no more e-mails of this person here, and what others show to this address does not open for them.",
    goneTitle: "This link does not work any more",
    gone: "It is older than {{hours}} hours, or a newer link has replaced it. Ask for a new one in the settings.",
  },
  invitation: {
    subject: "{{inviter}} invites you to {{team}} on Acta",
    heading: "Join {{team}} on Acta",
    text: "{{inviter}} has a seat for you in {{team}}. Acta records meetings that you choose and writes their minutes. The team pays for the seat, and your meetings stay yours.",
    button: "Open the invitation",
    term: "The link works for {{days}} days, for this address only. If you do not know {{inviter}}, do nothing.",
  },
  followUp: {
    open: "Open the meeting",
    stop: "Stop e-mails of this kind",
    stopText: "Acta then sends no more follow-ups of meetings to the address of this link, whoever writes them.",
    stopped: "If the link is valid, Acta sends no more follow-ups of meetings to its address.",
  },
  digest: {
    subject: "Your week, {{from}} to {{to}}",
    heading: "Your week",
    week: "{{from}} to {{to}}",
    meetings: "Minutes of last week",
    tasks: "Your open tasks",
    more_one: "And one more meeting.",
    more_other: "And {{count}} more meetings.",
    moreTasks: "You have more open tasks than these.",
    open: "Open the history",
    unconfirmed: "Not confirmed",
    allTasks: "All your tasks",
  },
  footer: {
    whyMeeting: "You are receiving this e-mail because the meeting is yours.",
    whyAccount: "You are receiving this e-mail because you have an account with Acta.",
    whyDeleted: "You are receiving this e-mail because you asked Acta to delete your account.",
    whyAsked: "You are receiving this e-mail because {{name}} entered this address in Acta.",
    whyCalendar: "You are receiving this e-mail because you connected this calendar with Acta.",
    whyParked: "You are receiving this e-mail because you connected this destination with Acta.",
    whySoon: "You are receiving this e-mail because you switched on e-mails before meetings.",
    whyDigest: "You are receiving this e-mail because you switched on the weekly digest.",
    whyInvited: "You are receiving this e-mail because {{inviter}} entered this address in Acta.",
    whyShown: "You are receiving this e-mail because {{by}} named your address for this meeting in Acta.",
    whyFollowUp:
      "You are receiving this e-mail because {{by}} ({{address}}) sent it to you from a meeting in Acta. If you answer, your answer goes to {{by}}.",
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
