import type { SessionView } from "#app/contracts/api-answers.ts";

/** Whether an answer names another person than the page does: they signed in in another tab of the browser. A name alone may change. */
export function saysSomebodyElse(body: SessionView, { name, email }: { name: string; email: string | null }): boolean {
  if (!("user" in body)) return false;
  return body.user.email !== email || (email === null && body.user.name !== name);
}
