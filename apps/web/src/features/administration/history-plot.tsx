import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts';

export interface HistoryPoint {
  readonly label: string;
  readonly value: number;
  /** A second line, dashed. */
  readonly upper?: number;
  /** Where the value may truly lie. */
  readonly band?: readonly [low: number, high: number];
}

const quiet = { fontSize: 11, fill: 'var(--ink-3)' };

/** A figure over time; loaded only where there is a history. Hidden from readers of the screen: its numbers stand beside it. */
export function HistoryPlot({ points, top }: { readonly points: readonly HistoryPoint[]; readonly top?: number }) {
  return (
    <ResponsiveContainer width="100%" height={160}>
      <ComposedChart data={[...points]} margin={{ top: 6, right: 10, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={quiet} tickLine={false} axisLine={false} interval="preserveStartEnd" minTickGap={48} />
        <YAxis
          tick={quiet}
          tickLine={false}
          axisLine={false}
          width={36}
          tickCount={3}
          domain={[0, top ?? 'auto']}
          allowDecimals={false}
        />
        <Area dataKey="band" stroke="none" fill="var(--accent)" fillOpacity={0.14} isAnimationActive={false} />
        <Line dataKey="upper" stroke="var(--ink-3)" strokeDasharray="4 3" dot={false} isAnimationActive={false} />
        <Line
          dataKey="value"
          stroke="var(--accent)"
          strokeWidth={2}
          dot={{ r: 2.5, fill: 'var(--accent)', stroke: 'none' }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
