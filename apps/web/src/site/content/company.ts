/** People, quotes and figures of the public site. Everything here is the operator's to replace; as shipped, people are roles. */

export interface Leader {
  readonly id: string;
  readonly role: string;
  readonly short: string;
  readonly initials: string;
  readonly biography: readonly string[];
}

export const leaders: readonly Leader[] = [
  {
    id: 'ceo',
    role: 'Chief Executive Officer',
    initials: 'CE',
    short: 'Ran the business side of a surgical group before building tools for one.',
    biography: [
      'Ran the business side of a surgical group for a decade, and spent most of it explaining to surgeons why a case they had finished months ago was still unpaid.',
      'Leads the company on one rule: a feature ships when a coder says that the day got shorter, and not before.',
    ],
  },
  {
    id: 'cmo',
    role: 'Chief Medical Officer',
    initials: 'CM',
    short: 'A practicing surgeon who still dictates notes, and still signs them.',
    biography: [
      'A practicing surgeon who still dictates operative notes, still signs them, and reads every release with a real week of cases in mind.',
      'Decides what the product may say on its own and what it must leave to a person. So far the second list is the longer one.',
    ],
  },
  {
    id: 'cto',
    role: 'Chief Technology Officer',
    initials: 'CT',
    short: 'Believes that an answer you cannot trace is an answer you cannot use.',
    biography: [
      'Has built clinical software that runs inside hospital networks, where there is no cloud to call and every surprise is an incident.',
      'Keeps the engine small enough to run beside the record, and plain enough that each suggestion can say where it came from.',
    ],
  },
  {
    id: 'coding',
    role: 'Head of Coding',
    initials: 'HC',
    short: 'A certified coder who has answered more audit letters than anyone should.',
    biography: [
      'A certified coder with years in general, orthopedic and vascular surgery, and a drawer of audit letters to show for it.',
      'Writes the plain-word descriptions behind the codes, and the rules that keep a planned step from becoming a billed one.',
    ],
  },
];

export interface Advisor {
  readonly role: string;
  readonly gives: string;
}

export const board: readonly Advisor[] = [
  { role: 'Orthopedic surgeon', gives: 'Reviews how joint and spine notes are read.' },
  { role: 'Revenue cycle director', gives: 'Keeps the work honest about what payers ask for.' },
  { role: 'Compliance counsel', gives: 'Reads every promise before it is printed.' },
  { role: 'Health data researcher', gives: 'Checks how accuracy is measured and reported.' },
];

export interface Quote {
  readonly words: string;
  readonly by: string;
}

export const quotes: readonly Quote[] = [
  {
    words: 'I approve between cases. The sentence is right there, so I am not guessing what the coder saw.',
    by: 'Orthopedic surgeon, private practice',
  },
  {
    words: 'My notes used to come back with questions a week later. Now the question comes with the answer beside it.',
    by: 'General surgeon, community hospital',
  },
];

export interface Statistic {
  readonly figure: string;
  readonly words: string;
  readonly source: string;
}

export const statistics: readonly Statistic[] = [
  {
    figure: '1 in 7',
    words: 'claims is denied on first submission',
    source: 'Premier Inc., national survey of 516 hospitals on 2022 claims: nearly 15% at private payers',
  },
  { figure: '40%', words: 'of physicians report burnout', source: 'Industry estimate' },
  { figure: '$150B', words: 'in revenue is lost', source: 'Industry estimate, all of US healthcare, a year' },
];
