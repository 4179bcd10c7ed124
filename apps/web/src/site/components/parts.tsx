interface Part {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** What a page has to say in parts: a heading and its paragraphs each. */
export const Parts = ({ parts }: { readonly parts: readonly Part[] }) =>
  parts.map(({ heading, paragraphs }) => (
    <section key={heading}>
      <h2>{heading}</h2>
      {paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </section>
  ));
