const audiences = [
  {
    name: 'Hospitals',
    line: 'Many surgeons, many coders, one record of who decided what.',
    points: [
      'Each clinic sees its own notes and nobody else’s',
      'Every view and every change is on an audit log',
      'Runs inside your network, on your database',
    ],
  },
  {
    name: 'Private practices',
    line: 'The surgeon approves between cases, and the claim goes out that week.',
    points: [
      'Paste or upload a note, read the codes, press A',
      'Word, PDF and text files as they are',
      'No server room needed: one machine and two commands',
    ],
  },
  {
    name: 'Medical coders',
    line: 'The reading stays yours. The searching goes.',
    points: [
      'The sentence beside the code, both ways',
      'A key for everything you do often',
      'Search the catalog by words, not only by number',
    ],
  },
] as const;

/** Three columns, one for each kind of reader. */
export function Audiences({ detailed }: { readonly detailed: boolean }) {
  return (
    <div className="columns">
      {audiences.map(({ name, line, points }) => (
        <div key={name} className="column">
          <h3>{name}</h3>
          <p>{line}</p>
          {detailed ? (
            <ul className="points">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </div>
  );
}
