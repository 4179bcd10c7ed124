import type { Post } from './post.ts';
import { deniedPost } from './post-denied.ts';
import { auditPost } from './post-audit.ts';

/** Posts on one page of the list. */
export const postsPerPage = 6;

/** Newest first. */
export const posts: readonly Post[] = [auditPost, deniedPost];
