/** The version a user's acceptance is stored with; raise it when the text changes. */
export const licenseVersion = '2026-11';
export const licenseTitle = 'SOFTWARE END USER LICENSE AGREEMENT';

/** The agreement that stands in front of every screen until it is accepted. Own text. */
export const licenseSections: readonly { readonly heading: string; readonly text: string }[] = [
  {
    heading: '1. What this covers',
    text: 'This agreement is between you, the organization you act for, and the provider of this Incisive installation. It covers the use of the hosted or installed service. The program’s source code is separately licensed under the Apache License 2.0, and nothing here takes away a right that license gives.',
  },
  {
    heading: '2. Use',
    text: 'You may use the service to enter, review, code and export operative and education notes for your own organization. Keep your password to yourself, use your own account, and look only at the records that your work needs. You may not try to reach records of another organization, probe the service for weaknesses without written permission, or resell access.',
  },
  {
    heading: '3. Suggestions are not decisions',
    text: 'Codes that the service suggests are proposals drawn from the words of a note. A qualified person decides which codes are billed and answers for them. The service does not give medical, legal or billing advice.',
  },
  {
    heading: '4. Health records',
    text: 'Notes may hold protected health information. Each party protects it as the law and the business associate agreement between them require. Access is recorded in an audit log. The service is built to support HIPAA; keeping to it remains the duty of both parties.',
  },
  {
    heading: '5. Procedure codes',
    text: 'CPT is a registered trademark of the American Medical Association. Descriptions shipped with the service are its own plain words. If you upload official CPT content, you confirm that your organization holds the license for it.',
  },
  {
    heading: '6. Warranty',
    text: 'For 180 days from the day of acceptance the provider warrants that the service works in all material respects as its documentation says. If it does not, and you report it within those 180 days, the provider corrects it or, where that cannot reasonably be done, ends the agreement and refunds fees paid in advance. Beyond this the service is provided as it is, as far as the law allows.',
  },
  {
    heading: '7. Audits',
    text: 'On 30 days’ written notice the provider may audit use of the service for conformity with this agreement, during business hours and without needless disturbance. There are at most 2 audits in any period of 6 months.',
  },
  {
    heading: '8. Liability',
    text: 'Neither party is liable for indirect or consequential loss. This does not limit liability that the law does not let a party limit, nor duties for the protection of health records.',
  },
  {
    heading: '9. End',
    text: 'You may stop using the service at any time. The provider may suspend an account that breaks this agreement. On request, and before deletion, your organization’s notes are handed over in a common format.',
  },
  {
    heading: '10. Changes',
    text: 'A new version of this agreement is shown to you for acceptance before it applies. Your acceptance is stored with its date and version.',
  },
];
