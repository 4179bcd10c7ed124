import type { AuditRow } from '@incisive/contract/audit';
import type { AuditEventName } from '@incisive/contract/audit-events';

/** What is said of each event of the vocabulary. */
export const eventWords: Readonly<Record<AuditEventName, string>> = {
  authn_login_success: 'Signed in',
  authn_login_fail: 'Sign-in refused',
  authn_login_lock: 'Sign-in slowed',
  authn_token_reuse: 'Session token used again',
  authn_logout: 'Signed out',
  authn_password_change: 'Password changed',
  authn_password_reset: 'Password reset',
  authn_password_reset_request: 'Password reset code requested',
  authn_email_verified: 'Email verified',
  authn_email_verify_request: 'Email link requested',
  authn_mfa_change: 'Second factor changed',
  authn_session_end: 'Sessions ended',
  authz_fail: 'Access refused',
  authz_alert: 'Repeated refusals',
  agreement_accepted: 'Agreement accepted',
  note_create: 'Note created',
  note_read: 'Note read',
  note_list: 'Notes listed',
  note_update: 'Note changed',
  note_delete: 'Note deleted',
  note_export: 'Note exported',
  note_versions_read: 'Earlier texts read',
  note_history_read: 'Note history read',
  upload_validation: 'Upload refused',
  code_transition: 'Codes changed',
  code_list_read: 'Codes read',
  train: 'Trained',
  train_undo: 'Training undone',
  catalogue_change: 'CPT catalog changed',
  edit_file_import: 'Edit file imported',
  user_created: 'User created',
  user_updated: 'User changed',
  user_deleted: 'User deleted',
  user_activated: 'User activated',
  user_deactivated: 'User deactivated',
  user_refused: 'Sign-up refused',
  user_unlocked: 'User unlocked',
  user_read: 'User read',
  user_list: 'Users listed',
  user_alert: 'Users alerted',
  invitation_created: 'Invitation created',
  tenant_created: 'Tenant created',
  tenant_updated: 'Tenant changed',
  tenant_deleted: 'Tenant deleted',
  feedback_created: 'Feedback given',
  feedback_read: 'Feedback read',
  feedback_updated: 'Feedback changed',
  feedback_deleted: 'Feedback deleted',
  contact_created: 'Contact message received',
  contact_read: 'Contact messages read',
  contact_updated: 'Contact message settled',
  audit_read: 'Audit log read',
  metrics_read: 'Metrics read',
};

export const actionWords: Readonly<Record<AuditRow['action'], string>> = {
  C: 'Create',
  R: 'Read',
  U: 'Update',
  D: 'Delete',
  E: 'Execute',
};

export const outcomeWords: Readonly<Record<AuditRow['outcome'], string>> = {
  success: 'Success',
  refused: 'Refused',
  failed: 'Failed',
};

/** Stands for the person where nobody was signed in. */
export const nobody = 'No one signed in';
