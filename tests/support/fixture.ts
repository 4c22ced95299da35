/** For worker tests, which have no file system: the committed recordings, as Vite inlines them. */
const recordings = import.meta.glob<string>("../fixtures/*.{mp4,mp3,wav,webm,ogg}", {
  query: "?inline",
  import: "default",
});

export async function fixture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = await recordings[`../fixtures/${name}`]?.();
  if (url === undefined) throw new Error(`no fixture ${name}`);
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
