import type { Post } from './post.ts';

export const auditPost: Post = {
  id: 'blog12',
  title: 'What changes in an audit when every code keeps its words',
  date: '2026-11-10',
  summary:
    'An audit asks one question of every code: where does the note say so? Linking suggestions to their evidence answers it early. It does not answer everything.',
  body: [
    {
      heading: 'The question behind every audit',
      paragraphs: [
        'Audits of procedure coding come in many shapes: an internal review of ten charts a quarter, a payer’s request for records before payment, or Medicare’s Targeted Probe and Educate, in which a contractor reviews 20 to 40 claims and repeats it for up to three rounds. Under the paperwork each asks the same thing, code by code. Where in the record is this supported?',
        'The reviewer looks for a passage that shows the procedure was done, in the way the code describes, by the person who billed it, on that day. If the passage is found, the code stands. If it cannot be found, the code falls, whatever happened in the operating room.',
      ],
    },
    {
      heading: 'Finding it twice',
      paragraphs: [
        'In ordinary work that passage is found once by the coder, who keeps it in mind just long enough to choose a code, and then lost. Months later an auditor looks for it again, and if the two disagree, a third person does. Nobody recorded what the first reader saw.',
        'When a suggestion carries its evidence, meaning the exact words in the note it rests on, the first reading leaves a trace. The coder confirms or rejects a visible claim: these words, this code. The reviewer begins where the coder ended.',
      ],
    },
    {
      heading: 'Disagreements get smaller',
      paragraphs: [
        'Without evidence, a disagreement is about the code: one person says 29827, the other 23412. With evidence it is about something narrower, and usually one of three. Either the words were misread, or the words are right and a coding rule was misapplied, or the words are ambiguous and the surgeon has to be asked.',
        'These have different remedies. The first is a matter of attention, the second of training, and the third belongs in a query to the physician, worded so that it does not lead to an answer. An audit report that sorts its findings this way tells a department what to change. A bare accuracy percentage does not.',
      ],
    },
    {
      heading: 'Sampling where it matters',
      paragraphs: [
        'A suggestion also carries a confidence. If that figure is calibrated, meaning that of all suggestions marked 80% about four in five turn out right, it can steer an internal audit. Review a small random sample of everything, so that your error rate stays an honest estimate. Then spend the remaining hours where people approved what the engine doubted, or rejected what it was sure of. Those are the decisions worth a second pair of eyes.',
      ],
    },
    {
      heading: 'What it does not change',
      paragraphs: [
        'Evidence is not proof. A marked sentence shows that the note names a procedure; it does not show that the procedure was necessary, that a bundling rule allows it, or that the note itself is right. Those checks remain.',
        'There is a second risk, and it grows as the tool improves. A reader who is shown the supporting words may stop looking for the opposing ones: the “planned” two lines above, the “not required” on the next page, the procedure that nobody suggested at all. A fair review therefore reads the whole note at least sometimes, counts missed codes as well as wrong ones, and keeps a record of what people added by hand.',
      ],
    },
    {
      heading: 'A record worth keeping',
      paragraphs: [
        'For each code, keep four things: the state it is in, who put it there, when, and what it was before. Keep the version of the note that was read, since a corrected note is a different document. And keep the history append-only, so that a change of mind is visible as a change of mind.',
        'None of this requires new rules. It is what a careful coder would write in the margin, if there were time. The change is that the margin is now filled in while the work is done, rather than the week the letter arrives.',
      ],
    },
  ],
};
