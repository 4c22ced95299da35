/** The data of a meeting that the upload dialog sends (§3). */
export function meetingPayload(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    meetingName: "Seminar rooms",
    meetingDate: Date.UTC(2026, 10, 20, 9, 30),
    clientEmail: "nora@example.test",
    clientName: "Nora Puig",
    meetExtUrl: "mp4",
    meetLanguage: "en",
    templateId: null,
    ...over,
  };
}
