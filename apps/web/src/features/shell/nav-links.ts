import { can } from '@incisive/contract/roles';
import type { Capability, Role } from '@incisive/contract/roles';

export interface NavLink {
  readonly label: string;
  readonly to: string;
  readonly capability: Capability;
}

/** The drawer, in its order; each link shows to the roles that hold its capability. */
export const navLinks: readonly NavLink[] = [
  { label: 'OpNotes', to: '/opnotes', capability: 'notes.read' },
  { label: 'EdNotes', to: '/ednotes', capability: 'notes.read' },
  { label: 'CPT codes', to: '/cptcodes', capability: 'catalogue.view' },
  { label: 'Users', to: '/users', capability: 'users.manage' },
  { label: 'Tenants', to: '/tenants', capability: 'tenants.manage' },
  { label: 'Feedback', to: '/feedbacks', capability: 'feedback.read' },
  { label: 'Messages', to: '/messages', capability: 'contacts.manage' },
  { label: 'Finances', to: '/finances', capability: 'administration.read' },
  { label: 'CRM', to: '/crm', capability: 'administration.read' },
  { label: 'Metrics', to: '/metrics', capability: 'administration.read' },
  { label: 'System information', to: '/models', capability: 'administration.read' },
  { label: 'Audit log', to: '/audit', capability: 'audit.read' },
];

/** The links that a role may follow. */
export const linksOf = (role: Role): readonly NavLink[] => navLinks.filter((link) => can(role, link.capability));
