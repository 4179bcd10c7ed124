/** Roles, capabilities and who has which: the one table that server and screens read. */
export const roles = ['SuperAdmin', 'SuperApprover', 'Coder', 'Admin', 'Approver', 'DataEntry'] as const;
export type Role = (typeof roles)[number];

/** Super-level roles belong to users without a tenant and see every tenant; tenant-level roles belong to exactly one. */
export const superRoles: readonly Role[] = ['SuperAdmin', 'SuperApprover', 'Coder'];
export const tenantRoles: readonly Role[] = ['Admin', 'Approver', 'DataEntry'];
export const isSuperRole = (role: Role): boolean => superRoles.includes(role);

const row = (
  superAdmin: 0 | 1,
  superApprover: 0 | 1,
  coder: 0 | 1,
  admin: 0 | 1,
  approver: 0 | 1,
  dataEntry: 0 | 1,
): Record<Role, boolean> => ({
  SuperAdmin: superAdmin === 1,
  SuperApprover: superApprover === 1,
  Coder: coder === 1,
  Admin: admin === 1,
  Approver: approver === 1,
  DataEntry: dataEntry === 1,
});

/** Columns: SuperAdmin, SuperApprover, Coder, Admin, Approver, DataEntry. */
export const capabilityTable = {
  'notes.read': row(1, 1, 1, 1, 1, 1),
  'notes.see-creator': row(1, 1, 1, 1, 1, 0),
  'notes.create': row(1, 1, 1, 1, 1, 1),
  'notes.export': row(1, 1, 1, 1, 1, 1),
  'notes.edit': row(1, 1, 1, 1, 1, 1),
  'notes.edit-settled': row(1, 1, 1, 1, 1, 0),
  'notes.delete': row(1, 0, 0, 1, 0, 0),
  'notes.versions': row(1, 0, 0, 1, 0, 0),
  'notes.tenant-filter': row(1, 0, 0, 0, 0, 0),
  'notes.see-tenant': row(1, 0, 0, 1, 1, 1),
  'notes.creator-column': row(1, 0, 0, 1, 0, 0),
  'notes.choose-tenant': row(1, 1, 1, 0, 0, 0),
  'codes.read': row(1, 1, 1, 1, 1, 1),
  'codes.read-all-states': row(1, 1, 1, 1, 1, 0),
  'codes.choose-mode': row(1, 1, 1, 1, 1, 0),
  'codes.decide': row(1, 1, 1, 1, 1, 0),
  'codes.assign': row(1, 1, 0, 1, 1, 0),
  'codes.code': row(0, 0, 1, 0, 0, 0),
  'codes.train': row(1, 1, 0, 1, 1, 0),
  'text.suggest': row(1, 1, 1, 1, 1, 0),
  'catalogue.search': row(1, 1, 1, 1, 1, 0),
  'catalogue.view': row(1, 1, 1, 1, 0, 0),
  'catalogue.manage': row(1, 1, 0, 0, 0, 0),
  'claims.read': row(1, 1, 1, 1, 1, 0),
  'claims.edit': row(1, 1, 1, 1, 1, 0),
  'claims.finish': row(1, 1, 1, 1, 1, 0),
  'claims.override': row(1, 1, 0, 1, 0, 0),
  'claims.reopen': row(1, 1, 0, 1, 0, 0),
  'claims.export': row(1, 1, 1, 1, 0, 0),
  'queue.work': row(1, 1, 1, 1, 1, 0),
  'queue.lead': row(1, 1, 0, 1, 0, 0),
  'queue.configure': row(1, 0, 0, 1, 0, 0),
  'queries.ask': row(1, 1, 1, 1, 1, 0),
  'queries.answer': row(0, 0, 0, 1, 1, 0),
  'reviews.do': row(1, 1, 1, 1, 1, 0),
  comments: row(1, 1, 1, 1, 1, 0),
  'edits.read': row(1, 1, 1, 1, 1, 0),
  'edits.manage': row(1, 1, 0, 0, 0, 0),
  'users.manage': row(1, 0, 0, 1, 0, 0),
  'profile.own': row(1, 1, 1, 1, 1, 1),
  'tenants.manage': row(1, 0, 0, 0, 0, 0),
  'feedback.create': row(1, 1, 1, 1, 1, 1),
  'feedback.read': row(1, 1, 1, 1, 1, 1),
  'feedback.manage': row(1, 1, 0, 0, 0, 0),
  'contacts.manage': row(1, 0, 0, 0, 0, 0),
  'administration.read': row(1, 0, 0, 1, 0, 0),
  'audit.read': row(1, 0, 0, 1, 0, 0),
  'integrations.manage': row(1, 0, 0, 1, 0, 0),
  'subscriptions.read': row(1, 0, 0, 1, 0, 0),
  'subscriptions.write': row(1, 0, 0, 1, 0, 0),
} as const satisfies Record<string, Record<Role, boolean>>;

export type Capability = keyof typeof capabilityTable;
export const capabilities = Object.keys(capabilityTable) as Capability[];

/** Whether a role holds a capability. */
export const can = (role: Role, capability: Capability): boolean => capabilityTable[capability][role];

/** What a clinician or a coder does; kept from a SuperAdmin's account where an installation has administrators apart. */
export const authoring: readonly Capability[] = [
  'notes.create',
  'notes.edit',
  'notes.edit-settled',
  'codes.decide',
  'codes.assign',
  'codes.code',
  'codes.train',
  'claims.edit',
  'claims.finish',
  'claims.override',
];
export const isKeptApart = (role: Role, capability: Capability): boolean =>
  role === 'SuperAdmin' && authoring.includes(capability);
/** What a role holds in an installation. */
export const canHere = (role: Role, capability: Capability, separateAdministrators: boolean): boolean =>
  can(role, capability) && !(separateAdministrators && isKeptApart(role, capability));

/** The roles that a holder of `role` may give to others. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === 'SuperAdmin' ? roles : role === 'Admin' ? tenantRoles : [];

export const suggestionModes = ['SUGGESTED', 'APPROVED', 'ASSIGNED', 'CODED', 'REJECTED'] as const;
export type CodeState = (typeof suggestionModes)[number];

/** The modes that the Suggestion Mode dropdown offers; DataEntry has a fixed view and no dropdown. */
export const modesOf = (role: Role): readonly CodeState[] =>
  role === 'Coder' ? ['APPROVED'] : role === 'DataEntry' ? [] : suggestionModes;
