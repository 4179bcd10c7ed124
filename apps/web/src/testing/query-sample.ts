/** When a question was asked, with no answer to it yet. */
export const unansweredSample = {
  asked_by: 'coder',
  sent_at: '2026-01-02T10:00:00.000Z',
  due_on: '2026-01-07',
  answer: null,
  answered_at: null,
  outcome: null,
} as const;
