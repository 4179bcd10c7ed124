export interface DemoNote {
  readonly kind: 'op' | 'ed';
  readonly filename: string | null;
  readonly text: string;
  readonly codes: readonly { readonly code: string; readonly action: 'approve' | 'reject' | 'assign' | 'code' }[];
}
