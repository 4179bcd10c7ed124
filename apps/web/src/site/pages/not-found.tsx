/** For an address of the site that leads nowhere, such as an unknown post. */
export function NotFound() {
  return (
    <section className="wrap page-intro not-found">
      <h1>Not Found</h1>
      <p className="lead">There is no page at this address. It may have moved, or the link may be cut short.</p>
      <p className="actions">
        <a className="button" href="/">
          Go to the home page
        </a>
        <a className="quiet-link" href="/blog">
          Read the blog
        </a>
      </p>
    </section>
  );
}
