import { CheckIcon, CrossIcon, PinIcon, SparkIcon, StampIcon } from './icons.tsx';

const icons = { Suggested: SparkIcon, Approved: CheckIcon, Assigned: PinIcon, Coded: StampIcon, Rejected: CrossIcon } as const;

export type CodeState = keyof typeof icons;

/** A code's state as the product shows it everywhere: a color, an icon and a word. */
export function StatePill({ state }: { readonly state: CodeState }) {
  const Icon = icons[state];
  return (
    <span className="pill" data-state={state.toUpperCase()}>
      <Icon />
      {state}
    </span>
  );
}
