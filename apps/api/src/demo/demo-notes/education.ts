import type { DemoNote } from './demo-note.ts';

export const educationNotes: readonly DemoNote[] = [
  {
    kind: 'ed',
    filename: null,
    text: `Writing an operative note that can be coded

1. Name every procedure in the heading, with side and approach. What stands only in the narrative is easily overlooked.
2. Say what was done, not what was planned. If a laparoscopic operation ended open, write "converted to open" in the heading.
3. Give the measure that decides between codes: excised diameter of a lesion with its margins, length of a repaired wound, area of a graft in square centimeters, number of levels, weight of the uterus.
4. Separate what belongs together from what was extra: a second incision, another organ, another lesion.
5. State who did what when two surgeons operated.`,
    codes: [],
  },
  {
    kind: 'ed',
    filename: 'wound-repair-primer.docx',
    text: `Wound repair: simple, intermediate or complex

Simple repair is a one-layer closure of a superficial wound. Intermediate repair adds closure of one or more deeper layers, or is a one-layer closure of a heavily contaminated wound that needed much cleaning. Complex repair needs more: exposed bone or vessel, debridement of edges, extensive undermining, a free margin of the lip, ear or nose, or retention sutures.

Add up the lengths of wounds of the same class in the same group of sites. Do not add across classes or groups.`,
    codes: [],
  },
  {
    kind: 'ed',
    filename: null,
    text: `Colonoscopy: which words matter

Reaching the cecum, or not. Whether a polyp was taken with cold forceps, cold snare, hot biopsy or hot snare. Whether a different lesion was biopsied in another segment. Whether bleeding was controlled that the procedure itself did not cause. Why the examination was made: screening, surveillance, or a complaint. A screening examination stays a screening examination when a polyp is found.`,
    codes: [],
  },
  {
    kind: 'ed',
    filename: 'diagnostic-and-surgical-scopes.pdf',
    text: `Diagnostic and surgical endoscopy at one sitting

A diagnostic look through the same scope is part of the surgical endoscopy. It is reported by itself only when nothing further was done. A scope that led to the decision for an open operation may be reported apart when the note says so. The same holds for the knee: removing loose tissue in the compartment in which a meniscus was trimmed is included.`,
    codes: [],
  },
  {
    kind: 'ed',
    filename: null,
    text: `Hernia repairs of the abdominal wall: four questions

First, is it the first repair or a recurrence? Second, can the content be put back, or is it incarcerated or strangulated? Third, what is the total length of all defects before opening: under 3 cm, 3 to 10 cm, or more? Fourth, was mesh removed because of infection? The approach, open or laparoscopic or robotic, no longer decides for the front of the abdomen, but it still does in the groin.`,
    codes: [],
  },
  {
    kind: 'ed',
    filename: 'spine-levels.txt',
    text: `Counting levels in the spine

A bone segment is one vertebra; an interspace is the room between two. Decompression for a herniated disc counts interspaces, laminectomy for stenosis counts segments, arthrodesis counts interspaces. Instrumentation counts the segments that the hardware spans, whether or not each is fixed. Write the levels as a range with both ends (L3 to L5), and the count of each thing that was done.`,
    codes: [],
  },
];
