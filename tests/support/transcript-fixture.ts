/** For worker tests, which have no file system: the committed transcripts, as Vite inlines them. */
const transcripts = import.meta.glob<string>("../fixtures/transcripts/*.vtt", { query: "?raw", import: "default" });

export async function transcriptFixture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = await transcripts[`../fixtures/transcripts/${name}`]?.();
  if (text === undefined) throw new Error(`no transcript ${name}`);
  return new TextEncoder().encode(text);
}
