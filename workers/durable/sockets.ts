/** Sockets that an object keeps. A page may go at any moment; its close event cleans up, and it asks for the rest when it reconnects. */

export function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // Gone.
  }
}

export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Closed already.
  }
}
