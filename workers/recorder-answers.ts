/** Answers for recorders. They are programs, which read a status and a word. */
export function answered(value: unknown): Response {
  return Response.json(value, { headers: { "Cache-Control": "no-store" } });
}

export function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
