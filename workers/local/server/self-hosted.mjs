// ENVIRONMENT=self-hosted: `npm start` on a server of one's own, under a name with https, without stand-ins (decision 219).
import { existsSync } from "node:fs";
import path from "node:path";
import { serverSecrets } from "./secrets.mjs";

/** The Worker's variables that only a supervisor or a stand-in may say. */
const NOT_GIVEN =
  /^(?:ENVIRONMENT|(?:IDENTITY|CALENDAR|WEBHOOK|STRIPE|CONNECTION|LOCAL_MEETING)_ORIGIN|LOCAL_MODEL_.+|R2_S3_ENDPOINT|JURISDICTION|LOCATION_HINT)$/;
const GIVEN =
  /^(?:APP_ORIGIN|CONTACT_EMAIL|ADMIN_TOKEN|SHARE_SECRET|CALL_SECRET|SECRET_BOX_KEYS|EXTRA_MEETING_HOSTS|(?:OIDC|GOOGLE|MICROSOFT|R2|MAIL|RECORDER|SPEECH|VOICES|LANGUAGE|BILLING|STRIPE|SLACK|NOTION|HUBSPOT|PIPEDRIVE|SALESFORCE|LINEAR|TODOIST|JIRA|ASANA)_[A-Z0-9_]+)$/;
/** A number of tokens is none. */
const SECRET = /SECRET|TOKEN$|KEY|SMTP_URL$/;

/** Whether an own server passes a variable of its environment on to the Worker. @param {string} name */
export function isPassedOn(name) {
  return GIVEN.test(name) && !NOT_GIVEN.test(name);
}

/**
 * Null unless the environment asks for it. Secrets leave `env`, which is that of this process, so that no child but the Worker gets them.
 * Throws a RangeError with one clear sentence.
 * @param {{ env: Record<string, string | undefined>, root: string, dataDir: string, innerOrigin: string }} input
 */
export function selfHosted({ env, root, dataDir, innerOrigin }) {
  if (env.ENVIRONMENT !== "self-hosted") return null;
  if (existsSync(path.join(root, ".dev.vars"))) {
    throw new RangeError(
      ".dev.vars is for `npm start` on one machine. An own server reads its environment only; remove the file.",
    );
  }
  const origin = originOf(env.APP_ORIGIN);
  const port = Number(env.ACTA_GATE_PORT || 8080);
  /** @type {Record<string, string>} */
  const given = {};
  for (const [name, value] of Object.entries(env)) if (value && isPassedOn(name)) given[name] = value;
  for (const name of Object.keys(given)) if (SECRET.test(name)) delete env[name];
  return {
    origin,
    port,
    given,
    /** @type {import("../supervisor.mjs").ChildSpec} */
    gate: {
      name: "gate",
      args: [path.join(root, "workers/local/server/gate.mjs")],
      env: {
        GATE_HOST: env.ACTA_GATE_HOST || "127.0.0.1",
        GATE_PORT: String(port),
        GATE_ORIGIN: origin,
        GATE_INNER: innerOrigin,
      },
      healthUrl: `http://127.0.0.1:${port}/_gate/health`,
    },
    /** The Worker's variables: those of the environment, and the secrets that it lacks. @returns {Record<string, string>} */
    variables: () => ({
      // A recorder elsewhere reaches Acta under its name.
      RECORDER_SINK_ORIGIN: given.RECORDER_URL ? origin : innerOrigin,
      ...serverSecrets({ dataDir, env: given }),
      ...given,
      ENVIRONMENT: "self-hosted",
      APP_ORIGIN: origin,
    }),
  };
}

/** @param {string | undefined} text */
function originOf(text) {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:") {
    throw new RangeError(
      "ENVIRONMENT=self-hosted needs APP_ORIGIN, the https address of its pages, such as https://acta.example.",
    );
  }
  return url.origin;
}
