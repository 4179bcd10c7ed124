import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { editFiles, editKinds, editKindWords } from '@incisive/contract/edit-files';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDay } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import classes from './administration.module.css';

/** What claims are checked against, and until when. */
export function RuleFiles() {
  const files = useQuery({ queryKey: ['edit-files'], queryFn: ({ signal }) => call(editFiles.list, { signal }) });
  const manages = useCan('edits.manage');
  return (
    <Part
      title="Rule files"
      aside={manages ? <Link to="/cptcodes/edit-files">Edit files</Link> : 'what claims are checked against'}
    >
      {files.error ? <p className={classes.none}>Not available right now</p> : null}
      {files.data ? (
        <FactList label="Rule files">
          {editKinds.map((kind) => {
            const taken = files.data.results.find((file) => file.kind === kind && file.state === 'active');
            return (
              <Fact
                key={kind}
                label={editKindWords[kind].name}
                aside={taken?.valid_to ? `until ${formatDay(taken.valid_to)}` : null}
              >
                {files.data.covered[kind] ? (taken?.release ?? 'In force') : 'Not in yet'}
              </Fact>
            );
          })}
        </FactList>
      ) : null}
    </Part>
  );
}
