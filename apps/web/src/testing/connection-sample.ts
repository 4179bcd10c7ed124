/** What connections of all kinds say of themselves: active, set up by the tenant's administrator. */
export const connectedSample = {
  id: '33333333-3333-4333-8333-333333333333',
  tenant: { id: '22222222-2222-4222-8222-222222222222', name: 'North Clinic' },
  state: 'active',
  created_by: 'admin',
  created_at: '2026-07-02T10:00:00Z',
  rotated_at: null,
  revoked_by: null,
  revoked_at: null,
} as const;
