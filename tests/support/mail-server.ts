import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A real SMTP server on loopback, without TLS, that keeps what it is sent. */
export type MailServer = {
  port: number;
  received: { from: string; to: string[]; source: string }[];
  close: () => void;
};

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: MailServer["received"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  const inner = server.listen(0, "127.0.0.1");
  await once(inner, "listening");
  return { port: (inner.address() as AddressInfo).port, received, close: () => server.close(() => {}) };
}
