/** The fast lane opens for a clinic only where its own cases show that the engine may be followed: never without a person. */
export const fastLane = {
  /** Cases like those of the lane that people finished the ordinary way within a year. */
  leastCases: 200,
  /** Of these, whose claim was finished exactly as it was suggested. */
  leastAgreed: 0.98,
  /** Each first code's chance. */
  leastConfidence: 0.95,
  /** One case of so many is coded again, blind. */
  oneBlindOf: 10,
} as const;

/** Whether a clinic's calibration lets its lead open the lane. */
export const mayOpenLane = ({ of, agreed }: { readonly of: number; readonly agreed: number }): boolean =>
  of >= fastLane.leastCases && agreed >= fastLane.leastAgreed * of;
