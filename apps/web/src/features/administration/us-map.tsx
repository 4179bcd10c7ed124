import { useMemo } from 'react';
import { geoAlbersUsa, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import states from 'us-atlas/states-10m.json';
import type { Point } from './chart-card.tsx';
import classes from './administration.module.css';

const topology = states as unknown as Topology<{ states: GeometryCollection<{ name: string }> }>;

/** The states by how many sessions came from each; what is outside of them is in the table. */
export function UsMap({ points }: { readonly points: readonly Point[] }) {
  const shapes = useMemo(() => {
    const { features } = feature(topology, topology.objects.states);
    const draw = geoPath(geoAlbersUsa().scale(780).translate([300, 190]));
    return features.map((state) => ({ name: state.properties.name, path: draw(state) ?? '' }));
  }, []);
  const values = new Map(points.map((point) => [point.label.toLowerCase(), point.value]));
  const most = Math.max(1, ...points.filter((point) => point.label !== 'Unknown').map((point) => point.value));
  return (
    <svg viewBox="0 0 600 380" className={classes.map}>
      {shapes.map((state) => {
        const value = values.get(state.name.toLowerCase()) ?? 0;
        return (
          <path key={state.name} d={state.path} fillOpacity={value === 0 ? 0 : 0.2 + (0.8 * value) / most}>
            <title>{`${state.name}: ${String(value)}`}</title>
          </path>
        );
      })}
    </svg>
  );
}
