import type { UsMap } from '../content/site.ts';

/** Drawn at build time from public-domain outlines: no frame and no request to anybody else's server. */
export function OfficeMap({ map, label }: { readonly map: UsMap; readonly label: string }) {
  return (
    <>
      <svg className="us-map" viewBox={`0 0 ${String(map.width)} ${String(map.height)}`} aria-hidden="true" focusable="false">
        <path d={map.outline} />
        {map.pin === null ? null : (
          <g transform={`translate(${String(map.pin.x)} ${String(map.pin.y)})`}>
            <circle r="16" className="pin-halo" />
            <circle r="6" className="pin-point" />
          </g>
        )}
      </svg>
      <p className="visually-hidden">{label}</p>
    </>
  );
}
