/** Recording in the browser: a microphone, a tab, or both. `action` is written as the specification writes its neighbours. */
export const recordHere = {
  action: "record here",
  untitled: "Recording of {{when}}",
  source: {
    label: "What to record",
    microphone: "This microphone",
    microphoneNote: "A conversation in the room.",
    tab: "A tab",
    tabNote: "A call in another tab of this browser.",
    both: "Both",
    bothNote: "A call, and you: “{{name}}” and “Others”.",
    bothNoteAlone: "A call, and you, as two voices.",
  },
  microphone: "Microphone",
  anyMicrophone: "The microphone of this device",
  tabLater: "The tab is chosen when you start",
  consent: "Everybody in the conversation knows that it is recorded.",
  sentence: "A sentence to say: “I record this for the minutes. Is that all right?”",
  start: "Start recording",
  /** The level before the start. */
  preview: {
    opening: "Waiting for the microphone",
    slow: "The microphone does not answer. Look beside the address: the browser may be asking whether it may be used.",
    good: "It hears you.",
    quiet: "Say something.",
    loud: "It is too loud.",
    silent: "It hears nothing. Speak, or choose another one.",
    dead: "It gives no sound at all. It may be muted.",
  },
  /** Why it cannot begin. */
  problem: {
    refused: "The browser was not allowed to record. Allow it beside the address, then start again.",
    none: "No microphone was found. Connect one, then start again.",
    "silent-tab": "The tab was shared without its sound. Choose it again with “Also share tab audio” switched on.",
    failed: "The sound could not be opened. Another program may be using it. Start again.",
    "other-tab": "Another tab of this browser is recording. Stop there first.",
    "limit-reached": "Meeting limit reached",
    "signed-out": "You are signed out. Sign in in another tab, then start again.",
    "too-many-requests": "Too many attempts. Start again in a minute.",
    connection: "Error connecting to server",
    "no-room": "This device has no room left, so a crash would lose the recording. Free some, then start again.",
  },
  /** Missing abilities of this browser, said before the start. */
  lack: {
    "no-recording":
      "This browser cannot record sound in the form that Acta needs. Current versions of Chrome, Edge and Firefox can. You can also record with another program and upload the file.",
    "no-store":
      "This browser keeps no files for Acta, perhaps because the window is private, so a crash would lose the recording. Use an ordinary window of Chrome, Edge or Firefox.",
    "no-tab": "This browser does not share the sound of a tab. Chrome and Edge on a computer do.",
    "no-lock": "This browser cannot see whether another tab records already. Record in one tab only.",
  },
  others: "Others",
  you: "You",
  level: {
    label: "Levels",
    microphone: "Level of the microphone",
    tab: "Level of the tab",
    ofTab: "The shared tab",
  },
  /** Beside a level. */
  state: {
    good: "good",
    quiet: "quiet",
    loud: "too loud",
    silent: "nothing heard",
    dead: "no sound",
    ended: "not connected",
  },
  notes: {
    title: "Notes",
    about: "A note keeps the moment at which you began to write it. It stands in the minutes as written by hand.",
    label: "Note at {{moment}}",
    keep: "Keep",
    count_one: "{{count}} note so far",
    count_other: "{{count}} notes so far",
  },
  safe: {
    upTo: "Everything up to {{moment}} is on the server.",
    all: "Everything is on the server.",
    rest: "If this tab closes, the rest waits in this browser.",
  },
  recorder: "Recorder",
  recordedSoFar: "Recorded so far",
  isRecorded: "recorded",
  isPaused: "paused",
  pause: "Pause",
  resume: "Go on",
  stop: "Stop",
  sendingRest: "Sending the rest",
  finishing: "Finishing",
  smallWindow: "Small window above all others",
  signIn: "Sign in",
  understood: "Understood",
  reopen: { microphone: "Connect a microphone", tab: "Share the tab again" },
  elsewhere:
    "This meeting is being recorded in another tab or on another device, or the recording was interrupted. Home shows what waits in this browser.",
  /** While it records. What happened, what is safe, what to do. */
  trouble: {
    ended: {
      microphone: "The microphone is gone. The recording goes on without it.",
      tab: "The tab is no longer shared. The recording goes on without it.",
    },
    dead: {
      microphone: "The microphone gives no sound at all. Check whether it is muted.",
      tab: "Nothing is heard from the tab. Check that the call is playing in it.",
    },
    silent: {
      microphone: "Nothing has been heard from the microphone for a while. Check whether it is muted.",
      tab: "Nothing has been heard from the tab for a while. Check that the call is playing in it.",
    },
    "paused-inputs": "No source is left, so the recording is paused. What was recorded is safe.",
    "paused-encoder": "The browser stopped recording, so the recording is paused. What was recorded is safe.",
    "paused-disk":
      "This device has no room left and the server cannot be reached, so the recording is paused. What was recorded is safe while this tab is open.",
    "paused-disk-signed-out":
      "This device has no room left and you are signed out, so the recording is paused. What was recorded is safe while this tab is open. Sign in to send it.",
    "paused-length": "This is the longest recording that Acta takes, so it is paused. Stop it to get its minutes.",
    "disk-full": "This device has no room left. What is recorded is sent at once; keep this tab open until it is.",
    "disk-full-signed-out":
      "This device has no room left and you are signed out. Sign in to send what is recorded, and keep this tab open until it is sent.",
    "disk-full-offline":
      "This device has no room left and the server cannot be reached. Keep this tab open: what is recorded is sent as soon as it can be.",
    "signed-out": "You are signed out. The recording goes on and waits in this browser. Sign in to send it.",
    offline: "The server cannot be reached. The recording goes on and waits in this browser.",
    "end-near": "This recording will soon be as long as Acta takes. Stop it and start another one.",
    slept: "This device slept for {{length}}. That time is not in the recording.",
    full: "This recording is as large as Acta takes, so it has ended. What the server did not take is in this browser, where it can be downloaded.",
    refused:
      "The server does not take a part of this recording. That part stays in this browser, where it can be downloaded, and the rest goes on.",
    "only-in-tab":
      "The server does not take a part of this recording, and this device has no room for it. That part is only in this tab: download it before you close the tab.",
    kept: "The recording has ended without a part that the server did not take. It stays in this browser until a week after the recording began: download it here or on Home.",
    gone: "The server takes nothing more of this recording: its meeting was deleted, or it was ended elsewhere. What the server has is in the meeting.",
  },
  /** On Home. */
  waits: {
    title: "{{length}} wait here",
    titleSent: "A recording was interrupted",
    recorded: "“{{title}}”, recorded from {{from}} to {{to}}",
    onlyHere: "The tab was closed before the last part was sent. It is safe in this browser, and only here.",
    onServer: "The tab was closed before the recording was ended. Everything that was recorded is on the server.",
    send: "Send the {{length}}",
    sendAll: "Write the minutes",
    finish: "Finish the recording",
    discard: "Throw away",
    about: "Send: the minutes are written from what is here. Finish: the recorder opens at {{moment}}, and you go on.",
    sending: "Sending. Keep this tab open.",
    offline: "The server cannot be reached. It is sent as soon as it can be.",
    "signed-out": "You are signed out. It is sent when you have signed in again.",
    gone: "It cannot be sent.",
    busy: "Another tab of this browser is recording or sending. Try again when it has ended.",
    sent: "The recording is on the server.",
  },
  /** On Home, and on the page of the recording: what the server does not take. */
  kept: {
    title: "Not on the server: {{length}}",
    text: "The recording has ended without this part, which the server did not take. It is only in this browser, until a week after the recording began.",
    notes: "Notes that the server did not take",
    download: {
      mix: "Download {{from}} to {{to}}",
      microphone: "Download {{from}} to {{to}}, the microphone alone",
      tab: "Download {{from}} to {{to}}, the tab alone",
    },
    failed: "It could not be read. Try again.",
  },
  discard: {
    title: "Throw away",
    question: "Throw “{{title}}” away?",
    text: "The {{length}} in this browser and everything of this recording on the server are deleted for good. It still counts towards your plan.",
    kept: "What waits in this browser ({{length}}) is deleted for good. The meeting stays as it is.",
    confirm: "Throw away",
  },
  /** In other pages of the tab that records. */
  line: { recording: "Recording", paused: "Recording paused", stopping: "Sending the rest", open: "Open" },
  /** Before signing out. */
  signOut: {
    waits: {
      title: "A recording waits here",
      text: "Part of a recording of yours is only in this browser. It stays here for a week. When you sign in again, it is sent, or offered as a file if the server did not take it. Nobody else who signs in here can see it.",
    },
    runs: {
      title: "A recording is running",
      text: "Another tab of this browser is recording or sending. If you sign out, it goes on, and what it records waits in this browser until you sign in again.",
    },
    stay: "Stay and see it",
    leave: "Sign out",
  },
} as const;
