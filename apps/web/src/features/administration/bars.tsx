import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { Point } from './chart-card.tsx';

const barHeight = 26;
const leastHeight = 220;

export interface BarsProps {
  readonly points: readonly Point[];
  /** Labels are words, not figures: the each beside its bar. */
  readonly named?: boolean;
}

/** Bars of one series; loaded only where a chart is shown. */
export function Bars({ points, named = false }: BarsProps) {
  return (
    <BarChart
      h={named ? Math.max(leastHeight, points.length * barHeight + 40) : leastHeight}
      data={points.map((point) => ({ ...point }))}
      orientation={named ? 'vertical' : 'horizontal'}
      yAxisProps={named ? { width: 128, interval: 0 } : {}}
      dataKey="label"
      series={[{ name: 'value', label: 'Count', color: 'var(--accent)' }]}
      tickLine="none"
      gridAxis={named ? 'y' : 'x'}
      withTooltip
      // The table below says the same to the keyboard; a picture that is hidden from readers takes no focus.
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
