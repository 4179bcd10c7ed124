import type { CptCodeDetail } from '@incisive/contract/cpt-codes';
import { Link } from '@tanstack/react-router';
import classes from './catalogue.module.css';

const effects: Readonly<Record<CptCodeDetail['rules'][number]['kind'], string>> = {
  needs: 'Must be documented',
  prefers: 'Speaks for it',
  unless: 'Speaks against it',
  tells: 'Recognized by',
};
const places = { heading: 'in the heading', body: 'in the narrative', any: 'anywhere in the note' } as const;

/** Neighbors of a code and the coding rules about it, as the engine knows them. */
export function CodeKnowledge({ code: { neighbors, rules } }: { readonly code: Pick<CptCodeDetail, 'neighbors' | 'rules'> }) {
  return (
    <>
      {neighbors.length > 0 ? (
        <section className={classes.known} aria-labelledby="neighbors">
          <h2 id="neighbors">Neighbors</h2>
          <ul>
            {neighbors.map(({ code, description, differs }) => (
              <li key={code}>
                <Link to="/cptcodes/$id" params={{ id: code }}>
                  {code}
                </Link>{' '}
                {description}{' '}
                <span className={classes.differs}>
                  {Object.entries(differs)
                    .map(([name, values]) => `${name}: ${values.join(', ')}`)
                    .join('; ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {rules.length > 0 ? (
        <section className={classes.known} aria-labelledby="rules">
          <h2 id="rules">Coding rules</h2>
          {Object.entries(effects).map(([kind, effect]) => {
            const own = rules.filter((rule) => rule.kind === kind);
            return own.length === 0 ? null : (
              <div key={kind}>
                <h3>{effect}</h3>
                <ul>
                  {own.map(({ id, scope, reason, source, example }) => (
                    <li key={id}>
                      <span>{reason}</span>{' '}
                      <span className={classes.differs}>
                        {[places[scope], source, id].filter((part) => part !== '').join(' · ')}
                      </span>
                      {example ? (
                        <dl className={classes.example}>
                          <dt>Met by</dt>
                          <dd>{example.meets}</dd>
                          <dt>Not by</dt>
                          <dd>{example.misses}</dd>
                        </dl>
                      ) : null}
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </section>
      ) : null}
    </>
  );
}
