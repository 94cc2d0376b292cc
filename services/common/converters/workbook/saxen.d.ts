/** The part of saxen that is used: the package has no types of its own. */
declare module 'saxen' {
  type Attributes = Readonly<Record<string, string>>;

  export class Parser {
    on(event: 'openTag', callback: (name: string, attributes: () => Attributes) => void): this;
    on(event: 'closeTag', callback: (name: string) => void): this;
    on(event: 'text', callback: (text: string, decodeEntities: (text: string) => string) => void): this;
    on(event: 'cdata', callback: (text: string) => void): this;
    /** A declaration such as `<!DOCTYPE x>`. */
    on(event: 'attention', callback: () => void): this;
    parse(xml: string): void;
    /** Ends the parsing before the next callback. */
    stop(): void;
  }
}
