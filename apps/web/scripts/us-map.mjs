import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

// The size that the pre-projected atlas is drawn for, and how much of it a contact page needs.
const atlasWidth = 975;
const atlasHeight = 610;
const scale = 0.6;
const closest = 2.5;

/** A ring as a path, without the points that nobody can see at this size; nothing for islets. */
function ringPath(ring) {
  const points = [];
  for (const [x, y] of ring) {
    const point = [Math.round(x * scale), Math.round(y * scale)];
    const last = points.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= closest) points.push(point);
  }
  if (points.length < 4) return '';
  return points.map(([x, y], index) => (index === 0 ? `M${x} ${y}` : `L${x} ${y}`)).join('') + 'Z';
}

/** Draws the states as one SVG path. */
export async function drawUsMap() {
  const file = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
  const atlas = JSON.parse(await readFile(file, 'utf8'));
  const states = feature(atlas, atlas.objects.states).features;
  const outline = states
    .flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates))
    .map(([outer]) => ringPath(outer))
    .join('');
  return { width: Math.round(atlasWidth * scale), height: Math.round(atlasHeight * scale), outline };
}
