/** What the toasts say after a success, in the product's exact words. */
export const notices = {
  userCreated: () => 'User has been created',
  profileUpdated: () => 'Profile has been updated',
  usersDeleted: (n: number) => `${n} users has been deleted`,
  userDeleted: () => 'User has been deleted',
  usersAlerted: (n: number, m: number) => `${n} users has been alerted about ${m} OpNotes`,
  opNoteUpdated: () => 'OpNote has been updated',
  opNoteDeleted: () => 'OpNote has been deleted',
  opNotesDeleted: (n: number) => `${n} OpNotes has been deleted`,
  edNoteUpdated: () => 'EdNote has been updated',
  edNoteDeleted: () => 'EdNote has been deleted',
  edNotesDeleted: (n: number) => `${n} EdNotes has been deleted`,
  approved: () => 'Approved successfully',
  rejected: () => 'Rejected successfully',
  assigned: () => 'Assigned successfully',
  coded: () => 'Coded successfully',
  submitted: () => 'Submitted',
  cptCodesDeleted: (n: number) => `${n} CptCodes has been deleted`,
  tenantCreated: () => 'Tenant has been created',
  tenantUpdated: () => 'Tenant has been updated',
  tenantDeleted: () => 'Tenant has been deleted',
  tenantsDeleted: (n: number) => `${n} Tenants has been deleted`,
  feedbacksDeleted: (n: number) => `${n} Feedbacks has been deleted`,
  feedbacksDone: (n: number) => `${n} Feedbacks has been done`,
  contactsDone: (n: number) => `${n} Messages has been done`,
  contactSent: () => 'Thanks for your feedback',
  accountPending: () => 'Your account awaits activation',
} as const;

/** What the toasts say after a failure, by the kind of call. */
export const failureNotices = {
  createOrUpdateUser: 'All fields are required!',
  create: 'Something went wrong. Please try again later.',
  load: 'Invalid token.',
  contactMissing: 'All fields are required',
  contactRefused: 'Some thing went wrong, try again later',
  contactOffline: 'Some thing went wrong on server, Please try again later',
} as const;
