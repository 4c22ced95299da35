import { exports, WorkerEntrypoint } from "cloudflare:workers";
import { faultOf, type Log, logLineOf, writeLogLine } from "#app/server/log.ts";

/**
 * The log for code that answers an HTTP request. Cloudflare stores the URL of the request beside every line that is written
 * while it is answered (`$workers.event.request.url`), with invocation logs off as well, and the URL may hold a share token
 * or a sign-in code. So the lines are handed to another entry point of this Worker, whose invocations have no URL.
 */
export function requestLog(context: ExecutionContext): Log {
  return (event, fields) => {
    context.waitUntil(Promise.resolve(exports.LogWriter.write(logLineOf(event, fields))));
  };
}

export class LogWriter extends WorkerEntrypoint {
  write(line: string): void {
    writeLogLine(line);
  }
}

/** Work that goes on after the answer. The platform would log its failure together with the request's URL. */
export function workAfterAnswer(context: ExecutionContext, log: Log): (work: Promise<unknown>) => void {
  return (work) => {
    context.waitUntil(work.catch((error: unknown) => log("request.work.failed", { error: faultOf(error) })));
  };
}
