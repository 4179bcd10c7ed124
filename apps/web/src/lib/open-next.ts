import { rememberedChoice } from './remembered-choice.ts';

/** Whether Train opens the next note of the list instead of the list. */
export const openNextAfterTrain = rememberedChoice('openNextAfterTrain', false);
