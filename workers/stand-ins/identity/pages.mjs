/** The pages of the local identity provider: the choice of a person, consent to calendars. No script; one style element, allowed by its nonce. */

/** @typedef {import("./people.mjs").Person} Person */

const STYLE = `
  :root { color-scheme: light dark; --ink: light-dark(#201c17, #ece8e0); --paper: light-dark(#fcfaf6, #191714); --line: light-dark(#d9d4ca, #45403a); --soft: light-dark(#5f584e, #b5ada1); --wash: light-dark(#f3efe7, #24211d); }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 2rem 1rem; background: var(--paper); color: var(--ink); font: 400 0.9375rem/1.5 system-ui, sans-serif; }
  main { width: min(24rem, calc(100vw - 2rem)); display: grid; gap: 1.25rem; }
  h1 { margin: 0; font-size: 1.375rem; line-height: 1.25; }
  p { margin: 0; color: var(--soft); }
  .stand-in { border: 1px dashed var(--soft); border-radius: 6px; padding: 0.625rem 0.75rem; font-size: 0.8125rem; }
  form { display: grid; gap: 0.5rem; }
  button { font: inherit; color: inherit; text-align: start; padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: 6px; background: none; cursor: pointer; min-height: 2.75rem; }
  button:hover { background: var(--wash); }
  button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
  strong { display: block; font-weight: 600; }
  small { color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
  fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 0 0 0.5rem; padding: 0.625rem 0.875rem; display: grid; gap: 0.375rem; }
  legend { padding: 0 0.25rem; color: var(--soft); font-size: 0.8125rem; }
  label { display: flex; gap: 0.5rem; align-items: baseline; min-height: 1.75rem; }
  .cancel { text-align: center; border-color: transparent; color: var(--soft); }
`;

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}

/** @param {{ title: string, nonce: string, body: string }} page */
export function page({ title, nonce, body }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

/**
 * The choice of people. The form posts back to the address it came from, query and all.
 *
 * @param {{ label: string, people: readonly Person[], action: string, nonce: string }} input
 */
export function choicePage({ label, people, action, nonce }) {
  const buttons = people.map(
    ({ id, name, email, note }) =>
      `<button name="person" value="${escape(id)}"><strong>${escape(name)}</strong> <small>${escape(email)}${note ? `, ${escape(note)}` : ""}</small></button>`,
  );
  return page({
    title: `${label}, local stand-in`,
    nonce,
    body: `<p class="stand-in">This is a local stand-in for ${escape(label)} on this machine. Nothing leaves it, and nobody here is real.</p>
<h1>Who do you want to be?</h1>
<form method="post" action="${escape(action)}">
${buttons.join("\n")}
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>`,
  });
}

/** @param {{ label: string, problem: string, nonce: string }} input */
export function refusalPage({ label, problem, nonce }) {
  return page({
    title: `${label}, local stand-in`,
    nonce,
    body: `<p class="stand-in">This is a local stand-in for ${escape(label)} on this machine.</p>
<h1>This sign-in cannot start</h1>
<p>${escape(problem)}</p>`,
  });
}

/**
 * Consent to the reading of calendars: each permission can be unticked, then one person is chosen.
 *
 * @param {{ label: string, people: readonly Person[], permissions: readonly { scope: string, text: string }[], action: string, nonce: string }} input
 */
export function consentPage({ label, people, permissions, action, nonce }) {
  const boxes = permissions.map(
    ({ scope, text }) =>
      `<label><input type="checkbox" name="scope" value="${escape(scope)}" checked> <span>${escape(text)}</span></label>`,
  );
  const buttons = people.map(
    ({ id, name, email }) =>
      `<button name="person" value="${escape(id)}"><strong>${escape(name)}</strong> <small>${escape(email)}</small></button>`,
  );
  return page({
    title: `Calendars of ${label}, local stand-in`,
    nonce,
    body: `<p class="stand-in">This is a local stand-in for the calendars of ${escape(label)} on this machine. Nothing leaves it; people and events are invented.</p>
<h1>Whose calendars may Acta read?</h1>
<form method="post" action="${escape(action)}">
<input type="hidden" name="asked" value="yes">
<fieldset><legend>Acta asks for</legend>
${boxes.join("\n")}
</fieldset>
${buttons.join("\n")}
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>`,
  });
}

/** Consent to send minutes to an account. @param {{ label: string, action: string, nonce: string }} input */
export function connectPage({ label, action, nonce }) {
  return page({
    title: `${label}, local stand-in`,
    nonce,
    body: `<p class="stand-in">This is a local stand-in for ${escape(label)} on this machine. Nothing leaves it; people are invented.</p>
<h1>May Acta write to your account?</h1>
<form method="post" action="${escape(action)}">
<button name="allow" value="yes"><strong>Allow</strong></button>
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>`,
  });
}

/** The page behind the links in the events of the stand-in. @param {{ room: string, nonce: string }} input */
export function meetingPage({ room, nonce }) {
  return page({
    title: "Meeting, local stand-in",
    nonce,
    body: `<p class="stand-in">This is a local stand-in for a meeting on this machine. Nobody is in it.</p>
<h1>Room ${escape(room)}</h1>
<p>Acta comes here when the meeting starts, and finds nobody. LOCAL_MEETING_ORIGIN names a meeting server of your own.</p>`,
  });
}
