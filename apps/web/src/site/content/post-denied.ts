import type { Post } from './post.ts';

export const deniedPost: Post = {
  id: 'blog11',
  title: 'Why first submissions are denied, and what the note could have said',
  date: '2026-10-06',
  summary:
    'Nearly 15% of claims to private payers come back the first time. Some of that is the payer’s doing. A good part of the rest was decided when the note was dictated.',
  body: [
    {
      heading: 'Half of it is avoidable work',
      paragraphs: [
        'In a national survey by Premier, hospitals reported that private payers initially denied nearly 15% of claims, and that more than half of those denials were paid in the end. Each one cost them about 44 dollars to fight, before anyone’s clinical time was counted. Money that arrives after three rounds of letters is still money, but the work behind it was done twice.',
        'Denials arrive as codes, and the codes fall into a few families. For surgical claims, five of them deserve a coder’s attention, because the operative note is where each one can be prevented.',
      ],
    },
    {
      heading: 'Codes that travel together',
      paragraphs: [
        'Medicare’s National Correct Coding Initiative publishes pairs of codes that are not paid together by default, and most commercial payers follow it or something close to it. A diagnostic arthroscopy before a surgical one in the same joint is the classic case: looking is part of operating.',
        'Where the edit allows a modifier, 59 or one of the X modifiers can separate the two, but only if the note shows a separate site, session, structure or practitioner. “Debridement was also performed” does not show that. “Through a separate incision over the opposite shoulder” does. The modifier is a claim about the note; it cannot add what the note lacks.',
      ],
    },
    {
      heading: 'The wrong neighbor',
      paragraphs: [
        'Many procedures exist as a row of siblings: open or laparoscopic, initial or recurrent, reducible or incarcerated, with or without imaging, up to a size or above it. The heading of the note often names the family, and the body names the sibling. A hernia repair whose heading leaves out “recurrent” invites the wrong code, and so does a lesion measured after it has shrunk in formalin.',
        'Here the remedy is dull and reliable. State approach, extent, size before excision, and whether anything was done before, in the heading as well as in the body. If a laparoscopic case was converted, say so and say when.',
      ],
    },
    {
      heading: 'Units, sides and add-ons',
      paragraphs: [
        'Medically Unlikely Edits cap how many units of a code one patient can plausibly have on one day. Bilateral procedures need a modifier the payer accepts, and payers differ: 50 on one line, or RT and LT on two. Add-on codes are never paid without their primary procedure.',
        'All of this depends on counting, so the note must let somebody count: levels by name, vessels by name, lesions by site, which side. “Multiple” is not a number.',
      ],
    },
    {
      heading: 'The diagnosis that does not explain the operation',
      paragraphs: [
        'A payer compares each procedure with the diagnosis it is linked to. When the link is weak, the denial says that the service was not medically necessary, or that procedure and diagnosis disagree. Often the reason was real and stands in an office note three weeks earlier. One sentence of indication in the operative note, with what was tried before, saves an appeal.',
      ],
    },
    {
      heading: 'Inside somebody’s global period',
      paragraphs: [
        'After major surgery, 90 days of ordinary follow-up are already paid for; after minor surgery, none or ten. A return to the operating room in that window needs a modifier that tells why: 58 for a staged or planned step, 78 for an unplanned return for a complication, 79 for something unrelated. The three are paid differently. The note should make the choice obvious by naming the first operation and its date.',
      ],
    },
    {
      heading: 'What to do on Monday',
      paragraphs: [
        'Take last month’s denials, leave aside eligibility and authorization, and sort the remainder into these five families. Then read ten notes from the largest one and mark the sentence that would have prevented each denial. If the sentence is there, coding missed it. If it is not, dictation did. The two need different conversations, and you will know which one to have.',
      ],
    },
  ],
};
