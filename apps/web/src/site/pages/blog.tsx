import type { Post } from '../content/post.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function PostDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{longDate.format(new Date(date))}</time>;
}

/** Where page n of the list lives. */
export const blogPagePath = (page: number): string => (page === 1 ? '/blog' : `/blog/page/${String(page)}`);

function Pager({ page, pages }: { readonly page: number; readonly pages: number }) {
  return (
    <nav className="pager" aria-label="Blog pages">
      {page > 1 ? <a href={blogPagePath(page - 1)}>Previous</a> : <span aria-hidden="true">Previous</span>}
      <ol>
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <a
              href={blogPagePath(number)}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Page ${String(number)}`}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pages ? <a href={blogPagePath(page + 1)}>Next</a> : <span aria-hidden="true">Next</span>}
    </nav>
  );
}

export function Blog({ posts, page, pages }: { readonly posts: readonly Post[]; readonly page: number; readonly pages: number }) {
  return (
    <div className="wrap blog">
      <h1>Notes on coding notes</h1>
      <ol className="posts">
        {posts.map((post) => (
          <li key={post.id}>
            <article>
              <p className="post-date">
                <PostDate date={post.date} />
              </p>
              <h2>
                <a href={`/blog/${post.id}`}>{post.title}</a>
              </h2>
              <p>{post.summary}</p>
            </article>
          </li>
        ))}
      </ol>
      <Pager page={page} pages={pages} />
    </div>
  );
}
