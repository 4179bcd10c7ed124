import type { ExampleId } from './example-notes.ts';
import type { ExampleCode } from './example-text.ts';

/** What the engine answers, asked when the site is built: the pages show nothing that the product does not. */
export interface ExampleReading {
  /** The first suggestions for each example note, best first. */
  readonly codes: Readonly<Record<ExampleId, readonly ExampleCode[]>>;
  /** How many procedures the engine knows in plain words. */
  readonly procedures: number;
}

/** What the build made, the same for every installation. */
export interface SiteBuild {
  readonly css: string;
  readonly script: string;
  readonly contactScript: string | null;
  readonly preloadedFonts: readonly string[];
  /** Outlines of the states in one SVG path. */
  readonly map: { readonly width: number; readonly height: number; readonly outline: string };
  readonly reading: ExampleReading;
}

/** What the installation says of itself, read when its server starts. */
export interface SiteSettings {
  /** Base of absolute addresses, without a last slash. */
  readonly publicUrl: string;
  readonly sampleData: boolean;
  /** Where this version's source can be read. */
  readonly sourceUrl: string | undefined;
  readonly socialLinks: readonly SocialLink[];
  readonly socialLinksAreExamples: boolean;
  readonly officeAddress: readonly string[];
  readonly officeIsExample: boolean;
  /** Where the office is on the map, when the installation says so. */
  readonly pin: UsMap['pin'];
}

/** Everything that a page needs besides its content. */
export interface Site extends Omit<SiteBuild, 'map'>, Omit<SiteSettings, 'pin'> {
  readonly year: number;
  readonly map: UsMap;
}

export interface SocialLink {
  readonly label: string;
  readonly href: string;
}

export interface UsMap {
  readonly width: number;
  readonly height: number;
  readonly outline: string;
  readonly pin: { readonly x: number; readonly y: number } | null;
}

/** One page of the site: where it lives, and what a search engine and a shared link say of it. */
export interface SitePage {
  readonly path: string;
  /** The route pattern that page-view counting reports. */
  readonly route: string;
  readonly title: string;
  readonly description: string;
  /** Kept out of search engines and of the site map. */
  readonly hidden?: boolean;
}

export const navigation = [
  { href: '/about', label: 'About' },
  { href: '/solution', label: 'Solution' },
  { href: '/why-incisive', label: 'Why Incisive' },
  { href: '/blog', label: 'Blog' },
  { href: '/contact', label: 'Contact' },
] as const;
