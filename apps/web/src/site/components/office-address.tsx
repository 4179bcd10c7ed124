import type { Site } from '../content/site.ts';

export const OfficeAddress = ({ site }: { readonly site: Site }) => (
  <address>
    {site.officeIsExample ? <span className="example-mark">Example address</span> : null}
    {site.officeAddress.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </address>
);
