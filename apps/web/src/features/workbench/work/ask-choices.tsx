import { Button, NativeSelect, TextInput } from '@mantine/core';
import { choiceSubjects, otherChoice, undeterminedChoice } from '@incisive/contract/query-check';
import type { QueryDraft, QuerySubject } from '@incisive/contract/query-check';
import classes from './ask-dialog.module.css';

const subjectWords: Readonly<Partial<Record<QuerySubject, string>>> = {
  side: 'Side',
  site: 'Site',
  level: 'Level',
  size: 'Size',
  depth: 'Depth',
  approach: 'Approach',
  device: 'Device',
  'separate-site': 'Separate or same site',
};
const mostChoices = 6;

export interface AskChoicesProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  /** What is refused in the field of this path. */
  readonly said: (path: string) => string | undefined;
}

/** The choices of a question, each with the words of the note that make it possible. */
export function AskChoices({ draft, onChange, said }: AskChoicesProps) {
  const { subject, choices, quotes } = draft;
  const everyQuote = quotes.map((_words, nth) => nth);
  const setChoice = (at: number, change: Partial<QueryDraft['choices'][number]>): void =>
    onChange({ ...draft, choices: choices.map((one, nth) => (nth === at ? { ...one, ...change } : one)) });
  return (
    <>
      <NativeSelect
        label="About"
        value={subject}
        data={choiceSubjects.map((value) => ({ value, label: subjectWords[value] ?? value }))}
        onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value as QuerySubject })}
      />
      <ul className={classes.choices} aria-label="Choices">
        {choices.map((choice, at) => (
          // Choices have no ids: they are told apart by their place.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at}>
            <TextInput
              label={`Choice ${at + 1}`}
              value={choice.label}
              maxLength={100}
              error={said(`choices.${at}.label`)}
              onChange={(event) => setChoice(at, { label: event.currentTarget.value })}
            />
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Remove choice ${at + 1}`}
              disabled={choices.length <= 2}
              onClick={() => onChange({ ...draft, choices: choices.filter((_one, nth) => nth !== at) })}
            >
              Remove
            </Button>
            {quotes.length > 1 ? (
              <fieldset aria-label={`Words that make choice ${at + 1} possible`} className={classes.by}>
                {everyQuote.map((nth) => (
                  <label key={nth}>
                    <input
                      type="checkbox"
                      checked={choice.quotes.includes(nth)}
                      onChange={(event) =>
                        setChoice(at, {
                          quotes: everyQuote.filter((one) =>
                            one === nth ? event.currentTarget.checked : choice.quotes.includes(one),
                          ),
                        })
                      }
                    />{' '}
                    by words {nth + 1}
                  </label>
                ))}
              </fieldset>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={classes.offered}>
        {otherChoice} and {undeterminedChoice} always follow.
      </p>
      {choices.length < mostChoices ? (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.add}
          onClick={() => onChange({ ...draft, choices: [...choices, { label: '', quotes: everyQuote }] })}
        >
          Add choice
        </Button>
      ) : null}
    </>
  );
}
