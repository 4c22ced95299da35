/**
 * The words by which a sentence that people wrote about a meeting has the content of a field of a predefined template, by the field's
 * key. Written for people's summaries ("the group decided", "the cost should be"), which report and do not talk.
 */
const CONTENTS: Record<string, RegExp> = {
  summary: /./u,
  covered: /./u,
  outline: /./u,
  tags: /./u,
  mood: /\b(?:felt|feel|satisfied|happy|worried|enjoy|pleased|confident)/iu,
  progress: /\b(?:had (?:been|made|done|already)|progress|finished|completed|worked on|improved|achieved)\b/iu,
  done: /\b(?:had (?:been|made|done|already)|progress|finished|completed|worked on|reported|status)\b/iu,
  planned:
    /\b(?:would (?:be|have|then|work|start|continue|look|try|use|record|meet)|next|plan|planned|going to|will)\b/iu,
  obstacles: /\b(?:problem|difficult|issue|challenge|lack|fail|barrier|concern|hard|trouble)/iu,
  blockers: /\b(?:problem|difficult|issue|challenge|lack|fail|barrier|concern|hard|trouble)/iu,
  risks: /\b(?:problem|difficult|issue|challenge|lack|fail|risk|concern|delay|worr)/iu,
  doubts: /\b(?:problem|difficult|issue|challenge|lack|fail|risk|concern|doubt|worr)/iu,
  toImprove: /\b(?:problem|difficult|issue|challenge|lack|fail|improve|concern|complain)/iu,
  issue: /\b(?:problem|difficult|issue|challenge|lack|fail|concern|complain)/iu,
  case: /\b(?:problem|difficult|issue|fail|complain|break|broke)/iu,
  objections: /\b(?:too|expensive|concern|doubt|worr|risk|against|disagree|object|problem)/iu,
  situation: /\b(?:problem|current|currently|now|existing|today|already)\b/iu,
  feedback: /\b(?:good|well|better|improve|satisf|praise|appreciat|recogni|like)/iu,
  strengths: /\b(?:good|well|better|advantage|strength|success|experience|able to|easy)/iu,
  wentWell: /\b(?:good|well|advantage|success|satisf|happy|effective|works?|pleased)\b/iu,
  growth: /\b(?:goal|aim|objective|target|learn|skill|develop|purpose)/iu,
  background: /\b(?:experience|work(?:ed|ing)? (?:with|on|for|as)|stud(?:y|ied)|role|introduc|train)/iu,
  conditions: /\b(?:price|cost|euro|dollar|fund|pay|salary|budget|\d+)/iu,
  figures: /\b(?:price|cost|euro|dollar|fund|budget|percent|%|million|\d+)/iu,
  qualification: /\b(?:need|require|want|price|cost|budget|euro|decid|fund)/iu,
  deliverables: /\b(?:design|prototype|product|system|report|presentation|deliver|develop|complete)/iu,
  decided: /\b(?:decid|agree|conclu|settled|chose|would use|approved)/iu,
  agreed: /\b(?:decid|agree|conclu|settled|chose|approved)/iu,
  agreements: /\b(?:decid|agree|conclu|settled|chose|approved)/iu,
  agenda: /\b(?:discuss|introduc|present|began|started|first|then|finally|agenda)/iu,
  deliberation: /\b(?:thought|because|since|argued|believed|reason|opinion|suggested|considered)\b/iu,
  votes: /\bvot(?:e|ed|ing)\b|\bmotion\b/iu,
  openPoints: /\b(?:question|asked|unclear|whether|not sure|unsure|pending)\b/iu,
  openQuestions: /\b(?:question|asked|unclear|whether|not sure|unsure)\b/iu,
  unresolved: /\b(?:question|unclear|whether|not sure|unsure|pending|still)\b/iu,
  askedBack: /\b(?:question|asked|wondered|inquired)\b/iu,
  concepts: /\b(?:means|defin|explain|concept|called|refers|understand)/iu,
  examples: /\b(?:example|instance|such as|like)\b/iu,
  assignments: /\b(?:homework|exam|read|assignment|exercise)\b/iu,
  ideas: /\b(?:suggest|propos|idea|could|recommend|option|alternative)/iu,
  solution: /\b(?:solution|solve|fix|resolv|instead|replac|help|support|chang)/iu,
  tasks:
    /\b(?:would (?:send|prepare|write|check|look into|contact|meet|work on)|will|asked .* to|in charge|responsible|task)\b/iu,
};
const NEVER = /(?!)/u;

/** People name nobody who attended and nobody who signed: those fields are not scored. */
export function contentOfField(key: string): RegExp {
  return CONTENTS[key] ?? NEVER;
}
