import { deniedPost } from './post-denied.ts';
import { auditPost } from './post-audit.ts';

export interface Post {
  /** Part of its address. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Day of publication, YYYY-MM-DD. */
  readonly date: string;
  readonly body: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** Posts on one page of the list. */
export const postsPerPage = 6;

/** Newest first. */
export const posts: readonly Post[] = [auditPost, deniedPost];
