export interface Post {
  /** Part of its address. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Day of publication, YYYY-MM-DD. */
  readonly date: string;
  readonly body: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}
