/**
 * Questions about the development meetings (../shared/meetings-dev), written for this bench, with the turns that answer them: a line
 * from any of the turns is right. Nothing of the meetings' text is in here. The numbers are those of the files' `turns`.
 */
export type BenchQuestion = { meeting: string; question: string; turns: readonly number[] };

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const of = (meeting: string, ...rows: readonly (readonly [string, readonly number[]])[]): BenchQuestion[] =>
  rows.map(([question, turns]) => ({ meeting, question, turns }));

/** In the language of the meetings, English. */
export const QUESTIONS: readonly BenchQuestion[] = [
  ...of(
    "ES2006a",
    ["How much will the remote control cost to make?", [233]],
    ["What is the budget?", [233]],
    ["Who works on the technical functions design?", [138, 303]],
    ["When do they meet again?", [307]],
    ["What is the motto of the company?", [242]],
    ["What was said about battery life?", [288, 290]],
    ["Should the device resemble existing remote controls?", [293, 297]],
  ),
  ...of(
    "ES2006c",
    ["Why did they decide against solar panels?", [563, 567, 569, 571]],
    ["Which battery did they choose?", [577, 579]],
    ["Who will do the look and feel design?", [641, 643]],
    ["How long is it until the next meeting?", [641]],
    ["Who is responsible for the product evaluation?", [643]],
    ["Where do the presentations have to go?", [647]],
    ["What did they think of a case made of wood?", from(397, 429)],
  ),
  ...of(
    "IS1006a",
    ["How many units do they want to sell?", [111]],
    ["What is the selling price?", [101, 102, 104]],
    ["What is the maximum production cost?", [115]],
    ["By when do they have to come back with their ideas?", [355, 374]],
    ["Why don't they want a screen?", [237, 241]],
    ["Who takes care of the user requirements?", from(356, 364)],
  ),
  ...of(
    "IS1006d",
    ["How many batteries does the remote need?", from(493, 500)],
    ["Did they choose the hand dynamo?", from(687, 706)],
    ["Is the cost below twelve?", [808, 810, 811]],
    ["Who proposed a celebration?", [908, 912]],
    ["Which restaurant do they want to go to?", [925]],
    ["What material makes it lighter?", [351]],
  ),
  ...of(
    "TS3009b",
    ["Who wanted to exclude teletext?", [51]],
    ["Which age group do they want to reach?", [62]],
    ["Why is the DVD left out?", [56, 58]],
    ["How many users dislike the look of current controls?", [105, 107]],
    ["Can they afford an LCD screen?", [180, 181]],
    ["What do people lose in the living room?", [111]],
  ),
  ...of(
    "TS3010b",
    ["How many people took part in the usability test?", [137]],
    ["What age are the customers they aim at?", [166]],
    ["Who writes the minutes?", [4]],
    ["How long do they have for individual work after lunch?", [239]],
    ["Why is teletext not needed?", [164]],
    ["Is twenty five euros a cheap price for a remote?", [154]],
  ),
  ...of(
    "Bed010",
    ["How much money would be too much for the software?", [197]],
    ["Which day does somebody prefer for the meeting?", [605]],
    ["When will the new version of the structure be ready?", [557]],
    ["Who has a final exam?", [571, 573, 574]],
    ["What should two of them prepare until next week?", [558, 560, 564]],
  ),
  ...of(
    "Bmr005",
    ["How many acoustic events were found?", [215, 276, 281]],
    ["How long did the labelling take?", [371, 382]],
    ["On which day does the network group meet?", [630, 632]],
    ["How many hours have been recorded so far?", [618, 619]],
    ["When will the CDs be sent?", [790, 791]],
    ["How many CDs are burned in a day?", [788]],
    ["Why does the meeting end?", [873]],
  ),
  ...of(
    "Bro011",
    ["Which program replaces Matlab for batch jobs?", [322, 324]],
    ["Is Octave free?", [330, 333]],
    ["What is planned for next week?", [314, 315]],
    ["How often are the feature vectors calculated?", [46]],
  ),
  ...of(
    "covid_2",
    ["How many signatures does the petition have?", [3]],
    ["How high could the national debt become this year?", [121]],
    ["What is the new revenue threshold for the wage subsidy in March?", [89, 247]],
    ["When can students apply for the emergency benefit?", [20]],
    ["Who asked members to think of the interpreters?", [391]],
  ),
  ...of(
    "education_22",
    ["How much may providers charge for food and transport?", [66]],
    ["How many weeks does the offer cover?", [150]],
    ["When does the Minister come back to the committee?", [161]],
    ["When is the final report of Arad expected?", [90]],
    ["What share of the families earns less than the average?", [152]],
    ["Was the rate rolled out in Cardiff?", [30]],
  ),
];
