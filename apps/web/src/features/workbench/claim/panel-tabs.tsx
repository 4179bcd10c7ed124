import classes from './panel-tabs.module.css';

export type PanelTab = 'codes' | 'claim';

/** Codes or claim: two views of what is right of the note, which stays where it is. */
export function PanelTabs({
  tab,
  codes,
  lines,
  onTab,
}: {
  readonly tab: PanelTab;
  readonly codes: number;
  readonly lines: number;
  readonly onTab: (tab: PanelTab) => void;
}) {
  const named = [
    ['codes', 'Codes', codes],
    ['claim', 'Claim', lines],
  ] as const;
  return (
    <div className={classes.tabs} role="tablist" aria-label="Codes or claim">
      {named.map(([name, label, count]) => (
        <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => onTab(name)}>
          {label} <span>{count}</span>
        </button>
      ))}
      <kbd aria-hidden>G</kbd>
    </div>
  );
}
