import { describe, expect, it } from 'vitest';
import { Lexicon } from '../../1-text/lexicon.ts';
import { readNote } from '../../2-findings/note.ts';
import { likenedWords, Profiles } from '../catalogue/profiles.ts';
import { likenessTo } from './likeness.ts';

const lexicon = new Lexicon({ synonyms: '', morphology: '' });
const wordsOf = (text: string): Set<string> => likenedWords(readNote(text, lexicon), lexicon);
const NOTE =
  'PROCEDURE: Gastric band.\nDESCRIPTION OF PROCEDURE: The greater curve was freed. No leak was seen.\nPLAN: Clear fluids.';

describe('the words by which a note is likened', () => {
  it('are those of its body, each and with the next, folded', () => {
    const words = wordsOf(NOTE);
    expect([...words]).toEqual(expect.arrayContaining([lexicon.stemOf('greater'), lexicon.stemOf('curve')]));
    expect(words).toContain(`${lexicon.stemOf('greater')}_${lexicon.stemOf('curve')}`);
  });

  it('are not those of headings, of what is planned and of what is denied', () => {
    const words = wordsOf(NOTE);
    for (const word of ['gastric', 'band', 'fluids', 'leak', 'description']) expect(words).not.toContain(lexicon.stemOf(word));
  });

  it('are those of diagnoses and indications too where the body says little, not paired beyond their section', () => {
    const words = wordsOf(
      'PREOPERATIVE DIAGNOSIS: Morbid obesity.\nINDICATIONS: Possible leak after banding.\nPROCEDURE: Gastric band.\nDESCRIPTION: Done.',
    );
    for (const word of ['morbid', 'obesity', 'leak', 'banding']) expect(words).toContain(lexicon.stemOf(word));
    expect(words).not.toContain(`${lexicon.stemOf('obesity')}_${lexicon.stemOf('possible')}`);
  });

  it('are those of the body alone where it says much', () => {
    const body = `The greater curvature was freed with ultrasonic shears from antrum toward spleen. Short gastric vessels were divided.
The angle of His was cleared and a bougie advanced along the lesser curvature. Seven firings of a linear stapler divided the stomach, starting
with a thick cartridge beside the pylorus. Bleeding along the staple row was clipped. The sleeve was filled with methylene blue under pressure,
then the specimen was withdrawn through an enlarged port, fascia closed by a suture passer, pneumoperitoneum released and skin approximated with
absorbable monofilament. Liver retractor came out under vision.`;
    const words = wordsOf(`PREOPERATIVE DIAGNOSIS: Morbid obesity.\nDESCRIPTION OF PROCEDURE: ${body}`);
    expect(words).toContain(lexicon.stemOf('bougie'));
    expect(words).not.toContain(lexicon.stemOf('obesity'));
  });
});

describe('likeness to families', () => {
  const profiles = new Profiles('bariatric\t3\nhernia\t9\n\ncurve\t0:8\nfreed\t0:5 1:-2\nmesh\t1:9\n');

  it('adds up what known words say for each family and against it, each the more quietly the more there are', () => {
    expect([...profiles.scoresOf(['curv', 'curve'])]).toEqual([expect.closeTo(0.8), 0]);
    const [bariatric, hernia] = profiles.scoresOf(['curv', 'curve', 'freed']);
    expect(bariatric).toBeCloseTo(1.3 / Math.SQRT2);
    expect(hernia).toBeCloseTo(-0.2 / Math.SQRT2);
    expect(profiles.families).toMatchObject([
      { family: 'bariatric', notes: 3 },
      { family: 'hernia', notes: 9 },
    ]);
  });

  it('is told beside the likest family, and by how much that leads', () => {
    const documents = [
      { knowledge: { family: 'bariatric' } },
      { knowledge: { family: 'hernia' } },
      { knowledge: { family: 'eye' } },
    ];
    const own = new Profiles(`bariatric\t3\nhernia\t9\nkidney\t1\n\n${lexicon.stemOf('curve')}\t0:30 1:10\n`);
    const space = { index: { documents }, lexicon, profiles: own } as unknown as Parameters<typeof likenessTo>[1];
    const likeness = likenessTo(readNote(NOTE, lexicon), space);
    expect(likeness.likest(4)).toEqual(['bariatric', 'hernia']);
    expect(likeness.likest(1)).toEqual(['bariatric']);
    expect(likeness.of(0)).toEqual({ score: 3, share: 1, lead: 2, rank: 0, notes: 3 });
    expect(likeness.of(1)).toEqual({ score: 1, share: expect.closeTo(Math.exp(-2 / 3)), lead: -2, rank: 1, notes: 9 });
    expect(likeness.of(2)).toBeUndefined();
  });
});
