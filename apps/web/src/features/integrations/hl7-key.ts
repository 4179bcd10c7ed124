/** The query of all HL7 channels. */
export const hl7Key = ['hl7-channels'];
