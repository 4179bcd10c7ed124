import type { ComponentType } from 'react';
import {
  IconActivity,
  IconBarcode,
  IconBuilding,
  IconChartLine,
  IconCreditCard,
  IconFileDollar,
  IconFileText,
  IconFileCheck,
  IconHeartHandshake,
  IconListCheck,
  IconMail,
  IconMessage,
  IconMessageQuestion,
  IconPlugConnected,
  IconScale,
  IconSchool,
  IconServer2,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react';
import type { Capability } from '@incisive/contract/roles';

export interface NavLink {
  readonly label: string;
  readonly to: string;
  readonly capability: Capability;
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number; readonly 'aria-hidden'?: boolean }>;
}

export interface NavGroup {
  readonly label: string;
  readonly links: readonly NavLink[];
}

/** The drawer, in its order; each link shows to the roles that hold its capability. */
const navGroups: readonly NavGroup[] = [
  {
    label: 'Work',
    links: [
      { label: 'OpNotes', to: '/opnotes', capability: 'notes.read', icon: IconFileText },
      { label: 'Queue', to: '/queue', capability: 'queue.work', icon: IconListCheck },
      { label: 'Queries', to: '/queries', capability: 'queries.ask', icon: IconMessageQuestion },
      { label: 'Reviews', to: '/reviews', capability: 'reviews.do', icon: IconScale },
      { label: 'Claim files', to: '/claims', capability: 'claims.export', icon: IconFileDollar },
      { label: 'EdNotes', to: '/ednotes', capability: 'notes.read', icon: IconSchool },
    ],
  },
  {
    label: 'Lead',
    links: [{ label: 'Overview', to: '/overview', capability: 'queue.lead', icon: IconActivity }],
  },
  {
    label: 'Catalog',
    links: [
      { label: 'CPT codes', to: '/cptcodes', capability: 'catalogue.view', icon: IconBarcode },
      { label: 'Edit files', to: '/cptcodes/edit-files', capability: 'edits.manage', icon: IconFileCheck },
    ],
  },
  {
    label: 'People',
    links: [
      { label: 'Users', to: '/users', capability: 'users.manage', icon: IconUsers },
      { label: 'Tenants', to: '/tenants', capability: 'tenants.manage', icon: IconBuilding },
      { label: 'Feedback', to: '/feedbacks', capability: 'feedback.read', icon: IconMessage },
      { label: 'Messages', to: '/messages', capability: 'contacts.manage', icon: IconMail },
    ],
  },
  {
    label: 'System',
    links: [
      { label: 'Finances', to: '/finances', capability: 'administration.read', icon: IconCreditCard },
      { label: 'CRM', to: '/crm', capability: 'administration.read', icon: IconHeartHandshake },
      { label: 'Metrics', to: '/metrics', capability: 'administration.read', icon: IconChartLine },
      { label: 'System information', to: '/models', capability: 'administration.read', icon: IconServer2 },
      { label: 'Integrations', to: '/integrations', capability: 'integrations.manage', icon: IconPlugConnected },
      { label: 'Audit log', to: '/audit', capability: 'audit.read', icon: IconShieldCheck },
    ],
  },
];

/** The groups with the links that somebody may follow; groups without any are left out. */
export const groupsOf = (may: (capability: Capability) => boolean): readonly NavGroup[] =>
  navGroups
    .map(({ label, links }) => ({ label, links: links.filter((link) => may(link.capability)) }))
    .filter(({ links }) => links.length > 0);
