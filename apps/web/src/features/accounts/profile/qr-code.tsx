import encodeQR from 'qr';

/** Light modules around the code that a camera needs to find it. */
const quietZone = 4;

/** A QR code as one drawing, made in the browser: what it holds is sent nowhere. Dark on white in both color schemes, as cameras expect. */
export function QrCode({ text, label, size = 176 }: { readonly text: string; readonly label: string; readonly size?: number }) {
  const rows = encodeQR(text, 'raw', { border: quietZone });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${String(x)} ${String(y)}h1v1h-1z` : ''))).join('');
  return (
    // An inline drawing has no tag of its own that is an image.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${String(rows.length)} ${String(rows.length)}`}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
