/** Files that are read again while the process runs: Kubernetes replaces the content of a mounted secret. */

// Kubernetes updates a mounted secret within about a minute. Reading a few small files costs nothing, and notices a replaced
// symbolic link (`..data`), which a watch of the file itself would miss.
const LOOK_MS = 5000;

/** Files, and what happens when they change. */
export interface WatchedFiles<Content> {
  /** Reads and checks the files. Throws if they cannot be used. */
  readonly read: () => Content;
  /** Equal content has equal fingerprints. */
  readonly fingerprintOf: (content: Content) => string;
  /** Called with new content that can be used. */
  readonly onChange: (content: Content) => void;
  /** Called once for each reason why new content cannot be used. */
  readonly onRejected: (error: unknown) => void;
}

/** Reads the files every 5 s, compared with `first`. Returns a function that stops this; it does not keep the process alive. */
export function watchFiles<Content>(first: Content, files: WatchedFiles<Content>): () => void {
  let fingerprint = files.fingerprintOf(first);
  let rejection = '';
  const look = (): void => {
    try {
      const content = files.read();
      rejection = '';
      const found = files.fingerprintOf(content);
      if (found === fingerprint) return;
      fingerprint = found;
      files.onChange(content);
    } catch (error) {
      // Once, not every five seconds.
      if (String(error) === rejection) return;
      rejection = String(error);
      files.onRejected(error);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
  };
}
