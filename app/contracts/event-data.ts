/**
 * The data of a stream of server-sent events (WHATWG HTML §9.2.6), event by event. Comments, names and ids say nothing
 * here. Pieces may end anywhere, also within a line.
 */
export async function* eventData(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest = "";
  let data: string[] = [];
  for await (const piece of pieces) {
    rest += piece;
    if (!piece.includes("\n")) continue;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const text = line.endsWith("\r") ? line.slice(0, -1) : line;
      if (text.startsWith("data:")) data.push(text.slice(text[5] === " " ? 6 : 5));
      if (text === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
  // Some servers close without the empty line that ends an event.
  if (rest.startsWith("data:")) data.push(rest.slice(5).trim());
  if (data.length > 0) yield data.join("\n");
}
