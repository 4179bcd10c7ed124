import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { Point } from './chart-card.tsx';

/** Vertical bars of one series; loaded only where a chart is shown. */
export function Bars({ points }: { readonly points: readonly Point[] }) {
  return (
    <BarChart
      h={220}
      data={points.map((point) => ({ ...point }))}
      dataKey="label"
      series={[{ name: 'value', label: 'Count', color: 'var(--accent)' }]}
      tickLine="none"
      gridAxis="x"
      withTooltip
    />
  );
}
