/** A source that is read from its beginning to its end; what reads it moves `at`. */
export class SourceReader {
  protected readonly source: string;
  protected at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get ended(): boolean {
    return this.at >= this.source.length;
  }
}
