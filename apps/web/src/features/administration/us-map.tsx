import { useMemo } from 'react';
import { geoAlbersUsa, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import states from 'us-atlas/states-10m.json';
import type { Point } from './chart-card.tsx';
import classes from './administration.module.css';

/** Postal codes of the states by the FIPS id that the map's shapes carry. */
const fips =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY';
const postalOf = new Map(fips.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]));
const topology = states as unknown as Topology<{ states: GeometryCollection<{ name: string }> }>;

/** The states by how many sessions came from each; what is outside of them is in the table. */
export function UsMap({ points }: { readonly points: readonly Point[] }) {
  const shapes = useMemo(() => {
    const { features } = feature(topology, topology.objects.states);
    const draw = geoPath(geoAlbersUsa().scale(780).translate([300, 190]));
    return features.map((state) => ({
      name: state.properties.name,
      region: `US-${postalOf.get(String(state.id)) ?? ''}`,
      path: draw(state) ?? '',
    }));
  }, []);
  const values = new Map(points.map((point) => [point.label, point.value]));
  const most = Math.max(1, ...points.filter((point) => point.label.startsWith('US-')).map((point) => point.value));
  const elsewhere = points.filter((point) => !point.label.startsWith('US-')).reduce((sum, point) => sum + point.value, 0);
  return (
    <>
      <svg viewBox="0 0 600 380" className={classes.map}>
        {shapes.map((state) => {
          const value = values.get(state.region) ?? 0;
          return (
            <path key={state.name} d={state.path} fillOpacity={value === 0 ? 0 : 0.2 + (0.8 * value) / most}>
              <title>{`${state.name}: ${String(value)}`}</title>
            </path>
          );
        })}
      </svg>
      {elsewhere > 0 ? (
        <p className={classes.none}>{elsewhere.toLocaleString('en-US')} from elsewhere or unknown: see the table.</p>
      ) : null}
    </>
  );
}
