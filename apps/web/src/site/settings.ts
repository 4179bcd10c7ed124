import { geoAlbersUsa } from 'd3-geo';
import type { SiteBuild, SiteSettings, SocialLink, UsMap } from './content/site.ts';

/** The size of the atlas that the map is drawn from. */
const atlas = { width: 975, height: 610, scale: 1300 };

/** What an installation says of itself, as its environment holds it. */
export interface SiteEnvironment {
  readonly publicUrl: string;
  /** Sample data is in this installation: what is not configured is shown as an example. */
  readonly sampleData: boolean;
  readonly sourceUrl: string | undefined;
  readonly socialLinks: string | undefined;
  readonly officeAddress: string | undefined;
  readonly officeLocation: string | undefined;
}

/** `Label=https://address`, separated by commas; a bare address is labeled by its host. @throws Error that says how to write them. */
export function readSocialLinks(text: string): SocialLink[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, label, href] = /^(?:([^=:/]+)=)?(https:\/\/.+)$/.exec(part) ?? [];
      if (!href) throw new Error('SOCIAL_LINKS: write Label=https://address, separated by commas.');
      return { label: label?.trim() ?? new URL(href).hostname.replace(/^www\./, ''), href };
    });
}

/** @throws Error when it is not `latitude,longitude` in degrees. */
function readLocation(text: string): readonly [longitude: number, latitude: number] {
  const [latitude, longitude, ...rest] = text.split(',').map((part) => Number(part.trim() || Number.NaN));
  if (latitude === undefined || longitude === undefined || rest.length > 0 || ![latitude, longitude].every(Number.isFinite))
    throw new Error('OFFICE_LOCATION: write latitude,longitude in degrees, for example 39.80,-89.64.');
  return [longitude, latitude];
}

function pinOf(location: string, map: SiteBuild['map']): UsMap['pin'] {
  const point = geoAlbersUsa()
    .scale(atlas.scale)
    .translate([atlas.width / 2, atlas.height / 2])([...readLocation(location)]);
  const shrunk = map.width / atlas.width;
  return point ? { x: Math.round(point[0] * shrunk), y: Math.round(point[1] * shrunk) } : null;
}

const examples = {
  socialLinks: 'LinkedIn=https://example.org/linkedin,YouTube=https://example.org/youtube,Mastodon=https://example.org/mastodon',
  officeAddress: '100 Example Street|Springfield, IL 62701',
  officeLocation: '39.80,-89.64',
};

/**
 * The installation's part of the site. With sample data what nobody configured is shown as an example, and marked as one.
 * @throws Error naming the variable that cannot be read.
 */
export function readSettings(environment: SiteEnvironment, build: SiteBuild): SiteSettings {
  const { publicUrl, sampleData } = environment;
  const social = environment.socialLinks ?? (sampleData ? examples.socialLinks : '');
  const address = environment.officeAddress ?? (sampleData ? examples.officeAddress : '');
  const ownOffice = environment.officeAddress !== undefined;
  const location = environment.officeLocation ?? (sampleData && !ownOffice ? examples.officeLocation : undefined);
  return {
    publicUrl,
    sampleData,
    sourceUrl: environment.sourceUrl,
    socialLinks: readSocialLinks(social),
    socialLinksAreExamples: environment.socialLinks === undefined,
    officeAddress: address
      .split(/\s*[|\n]\s*/)
      .map((line) => line.trim())
      .filter(Boolean),
    officeIsExample: !ownOffice,
    pin: location === undefined ? null : pinOf(location, build.map),
  };
}
