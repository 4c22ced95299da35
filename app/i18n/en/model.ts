export const model = {
  heading: "Model on this machine",
  offer:
    "Minutes are quotations until a model writes them. Write real minutes on this machine: the model is fetched once ({{size}}).",
  offerServers: "Minutes are quotations until a model writes them. A model that runs on this machine can write them.",
  fetch: "Fetch the model",
  use: "Use {{model}} from {{server}}",
  useOwn: "Use Acta’s own model",
  fetching: "The model is being fetched: {{percent}} % of {{size}}",
  pause: "Pause",
  paused: "The download of the model is paused at {{percent}} %.",
  resume: "Go on",
  loading: "The model has arrived and is being checked and loaded.",
  failed: "The model could not be fetched or started. What has arrived is kept.",
  offline:
    "The model cannot be fetched without the internet; what works without it is a model that Ollama or LM Studio has on this machine, or a file of your own.",
  disk: "There is no room for the model on the disk, or Acta may not write there.",
  memory: "This machine has too little free memory for the model: close other programs, or choose a smaller one.",
  serverGone:
    "{{server}} does not answer, or {{model}} is no longer there: start {{server}}, or let another model write.",
  tryAgain: "Try again",
  ready: "The model is here. It writes the minutes of the meetings that wait, one after the other.",
  readyHere:
    "These are quotations. The model is here and writes the meetings that wait, one after the other; this one can be next.",
  writes: "A model on this machine writes the minutes.",
  writesFrom: "{{model}} from {{server}} writes the minutes.",
} as const;
