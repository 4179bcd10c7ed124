import type { Post } from '../content/post.ts';
import { PostDate } from './blog.tsx';
import { Parts } from '../components/parts.tsx';

export function BlogPost({ post, other }: { readonly post: Post; readonly other: Post | undefined }) {
  return (
    <div className="wrap">
      <article className="post">
        <p className="post-date">
          <a href="/blog">Blog</a> · <PostDate date={post.date} />
        </p>
        <h1>{post.title}</h1>
        <p className="lead">{post.summary}</p>
        <Parts parts={post.body} />
      </article>
      {other === undefined ? null : (
        <nav className="next-post" aria-label="More from the blog">
          <p>Read next</p>
          <a href={`/blog/${other.id}`}>{other.title}</a>
        </nav>
      )}
    </div>
  );
}
