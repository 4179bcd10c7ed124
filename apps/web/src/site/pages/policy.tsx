import { PageIntro } from '../components/page-intro.tsx';

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
        'Your name, e-mail address, title, company and message reach the team that runs this installation and are used to answer you. They are not passed on.',
      ],
    },
    {
      heading: 'A note that you try on the home page',
      paragraphs: [
        'It is read in the memory of this server and dropped with the answer. It is not stored, not logged and not learned from. Leave out names, dates of birth and numbers of patients all the same.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'After you accept, two cookies count visits to pages: a random visitor number and a random visit number, without your name and without what you read or type. Decline, or take your consent back in the footer, and both are deleted. Do Not Track and Global Privacy Control count as a decline.',
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
        'Every call passes one gate that checks session, role and clinic. Behind it the database itself refuses rows of another clinic. Tests call every endpoint as every role on own and foreign records.',
      ],
    },
    {
      heading: 'Nothing leaves',
      paragraphs: [
        'The engine runs beside the database. The server opens no connection but to its database and, where it is set up, to the mail server.',
      ],
    },
    {
      heading: 'Files are opened in a separate process',
      paragraphs: ['Uploads are read by a process of their own with limits on memory and time, and never run.'],
    },
    {
      heading: 'Telling us',
      paragraphs: [
        'Write through the contact form that you have found a security fault; leave out patient data. You get an answer within 3 working days.',
      ],
    },
  ],
};

export function PolicyPage({ policy }: { readonly policy: Policy }) {
  return (
    <>
      <PageIntro title={policy.title}>{policy.lead}</PageIntro>
      <div className="wrap policy">
        {policy.parts.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
