import type { DemoNote } from './demo-notes/demo-note.ts';
import { educationNotes } from './demo-notes/education.ts';
import { endoscopyNotes } from './demo-notes/endoscopy.ts';
import { generalSurgeryNotes } from './demo-notes/general-surgery.ts';
import { headNeckEyeNotes } from './demo-notes/head-neck-eye.ts';
import { heartVesselNotes } from './demo-notes/heart-vessel.ts';
import { neurosurgeryPainNotes } from './demo-notes/neurosurgery-pain.ts';
import { orthopedicNotes } from './demo-notes/orthopedics.ts';
import { skinPlasticNotes } from './demo-notes/skin-plastic.ts';
import { urologyGynecologyNotes } from './demo-notes/urology-gynecology.ts';

/** Operative and education notes written for the demonstration; no patient, surgeon or clinic in them exists. */
export const demoNotes: readonly DemoNote[] = inTurns([
  generalSurgeryNotes,
  endoscopyNotes,
  orthopedicNotes,
  urologyGynecologyNotes,
  educationNotes,
  heartVesselNotes,
  neurosurgeryPainNotes,
  headNeckEyeNotes,
  skinPlasticNotes,
]);

/** One of each list after another, so that both sample tenants and every page of the list show several specialties. */
function inTurns(lists: readonly (readonly DemoNote[])[]): DemoNote[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}
