import { PageIntro } from '../components/page-intro.tsx';
import { Parts } from '../components/parts.tsx';

interface Policy {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** What happens to what a visitor writes, and to records. True of the product as shipped; the operator adds its own notice. */
export const privacy: Policy = {
  title: 'Privacy',
  lead: 'What this site and the product keep, for how long, and who sees it.',
  parts: [
    {
      heading: 'What you write in the contact form',
      paragraphs: [
        'Your name, email address, title, company and message reach the team that runs this installation and are used to answer you. They are not passed on.',
      ],
    },
    {
      heading: 'A note that you try on the home page',
      paragraphs: [
        'It is read in this server’s memory and discarded with the answer. It is not stored, not logged and not learned from. Even so, leave out patient names, dates of birth and record numbers.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'After you accept, two cookies count page visits: a random visitor number and a random visit number, without your name and without what you read or type. Decline, or withdraw your consent in the footer, and both are deleted. Do Not Track and Global Privacy Control count as declining.',
      ],
    },
    {
      heading: 'Patient records',
      paragraphs: [
        'Notes stay in the database of the clinic’s own installation. No outside service reads them. Each read and change is recorded in an audit log without the note’s words.',
      ],
    },
  ],
};

export const security: Policy = {
  title: 'Security',
  lead: 'How records are kept apart, and how to tell us when something is wrong.',
  parts: [
    {
      heading: 'Two walls between clinics',
      paragraphs: [
        'Every request passes one gate that checks session, role and clinic. Behind it, the database itself refuses another clinic’s rows. Tests call every endpoint as every role, on the clinic’s own records and on others’.',
      ],
    },
    {
      heading: 'Nothing leaves',
      paragraphs: [
        'The engine runs beside the database. The server connects only to its database and, where one is set up, to the mail server.',
      ],
    },
    {
      heading: 'Files are opened in a separate process',
      paragraphs: ['Uploads are read by their own process, with limits on memory and time, and are never executed.'],
    },
    {
      heading: 'Reporting a problem',
      paragraphs: [
        'Tell us through the contact form that you have found a security issue; leave out patient data. You will get an answer within 3 business days.',
      ],
    },
  ],
};

export function PolicyPage({ policy }: { readonly policy: Policy }) {
  return (
    <>
      <PageIntro title={policy.title}>{policy.lead}</PageIntro>
      <div className="wrap policy">
        <Parts parts={policy.parts} />
      </div>
    </>
  );
}
