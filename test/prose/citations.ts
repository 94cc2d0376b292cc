/**
 * Checks that every page, section and path that code, migrations, charts and documents cite exists. `npm run citations` prints each one
 * that does not. The forms of a citation: CITATION and LOCATOR below, links of Markdown, "ADR 14", and paths of the repository.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';

const FILES = '**/{Dockerfile,*.{md,ts,mjs,js,sql,proto,sh,yaml,yml,tpl,txt,conf,json}}';
/** Installed or generated; what is planted for the test, and the test; a changelog, whose history may name what is gone. */
const LEFT_OUT =
  /(^|\/)(node_modules|\.cache|\.data[^/]*|\.git|planted|gen|coverage)(\/|$)|(^|\/)(CHANGELOG\.md|package-lock\.json|openapi\.json|citations\.test\.ts)$/;

/** A citation whose page, section or path does not exist. */
export interface DeadCitation {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  /** What is wrong and what to do about it. */
  readonly fault: string;
}

/** Finds the dead citations of a repository, by file and line. */
export function findDeadCitations(root: string): DeadCitation[] {
  const files = globSync(FILES, { cwd: root, exclude: (path) => LEFT_OUT.test(path) }).sort();
  const pages = files.filter((file) => file.endsWith('.md'));
  const tree: Tree = { root, pages: new Map(), byName: Map.groupBy(pages, (page) => basename(page)) };
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [
      ...linkFaults(tree, file, source),
      ...citationFaults(tree, file, source),
      ...pathFaults(tree, file, source),
    ]
      .sort((a, b) => a.index - b.index)
      .map(({ index, fault }) => ({ file, line: source.slice(0, index).split('\n').length, fault }));
  });
}

interface Tree {
  readonly root: string;
  /** Pages that were read, by path. */
  readonly pages: Map<string, Page>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

interface Fault {
  /** Where in the source the citation begins. */
  readonly index: number;
  readonly fault: string;
}

// ---- pages -------------------------------------------------------------------------------------------------------------

interface Page {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly anchors: ReadonlySet<string>;
}

/** A heading and what is below it, up to the next heading of its level or a higher one. */
interface Section {
  /** Without a leading number and without backticks. */
  readonly title: string;
  /** "4" of the heading "4. A year's figures". */
  readonly number: string | undefined;
  readonly from: number;
  readonly to: number;
}

function pageOf({ root, pages }: Tree, file: string): Page {
  const page = pages.get(file) ?? parsePage(readFileSync(join(root, file), 'utf8'));
  pages.set(file, page);
  return page;
}

function parsePage(source: string): Page {
  // The comments of a shell block look like headings.
  const text = source.replaceAll(/^```.*?^```/gms, (block) => block.replaceAll(/[^\n]/g, ' '));
  const headings = [...text.matchAll(/^(#{1,6}) (?:(\d+)\. )?(.+)$/gm)];
  const slugger = new GithubSlugger();
  return {
    text,
    sections: headings.map(({ 1: marks = '', 2: number, 3: title = '', index }, place) => {
      const next = headings.slice(place + 1).find(([, others = '']) => others.length <= marks.length);
      return { title: title.replaceAll('`', ''), number, from: index, to: next?.index ?? text.length };
    }),
    anchors: new Set(headings.map(([line]) => slugger.slug(line.replace(/^#+ /, '')))),
  };
}

// ---- links between documents -------------------------------------------------------------------------------------------

const LINK = /\[[^[\]]*\]\(([^)\s]+)\)/g;

/** An address of the site, or the code of a rejection, whose heading is made from the table of codes. */
const SITE_LINK = /^\/docs\/|^errors\.md#[A-Z_]+$/;

function linkFaults(tree: Tree, file: string, source: string): Fault[] {
  if (!file.endsWith('.md')) return [];
  return [...source.matchAll(LINK)].flatMap(({ 1: link = '', index }) => {
    // Guides are pages of the site: e2e tests of the documentation follow the addresses and the codes of rejections in them.
    if (/^[a-z]+:/.test(link) || (file.startsWith('docs/guides/') && SITE_LINK.test(link))) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(tree.root, target)))
      return [{ index, fault: `the link leads to ${target}, which does not exist; name where it is now` }];
    return anchorFaults(tree, target, anchor).map((fault) => ({ index, fault }));
  });
}

function anchorFaults(tree: Tree, page: string, anchor: string | undefined): string[] {
  if (anchor === undefined || !page.endsWith('.md') || pageOf(tree, page).anchors.has(anchor)) return [];
  return [`${page} has no heading for #${anchor}; name one of its headings`];
}

// ---- citations of a page and of places in it ---------------------------------------------------------------------------

const CITATION = /(?<![\w@:/.-])(?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.-]+\.md\b/gi;
/**
 * What may follow a page, again and again: a section by number, by title or by title and point ("Title" 8, Reads 6), a further point of
 * that section, an invariant (I2), or a word of code that the page must have.
 */
const LOCATOR =
  /^(?:(?:[,;]|\s+and|\s+to)\s*(?:"(?<title>[^"]+)"(?:,?\s+(?<ofTitle>\d+)\b)?|(?<name>[A-Z][a-z]+)\s+(?<ofName>\d+)\b|(?<further>\d+)\b|(?<mark>I\d)\b|`(?<word>\w+)`|§(?<next>\d+))|\s*§(?<first>\d+))/;

function citationFaults(tree: Tree, file: string, source: string): Fault[] {
  const prose = file.endsWith('.md')
    ? source.replaceAll(LINK, (link) => ' '.repeat(link.length))
    : withoutLeaders(source);
  return [...prose.matchAll(CITATION)].flatMap(({ 0: cited, index }) => {
    const pages = pagesCited(tree, file, cited);
    const [page] = pages;
    if (page === undefined)
      return [{ index, fault: `${cited} does not exist; name a page that does, or remove the citation` }];
    if (pages.length > 1)
      return [{ index, fault: `${cited} may be ${pages.join(' or ')}; cite it with its folder` }];
    return placeFaults(tree, page, prose.slice(index + cited.length)).map((fault) => ({ index, fault }));
  });
}

/** The source as one line of the same length: a citation may continue behind the leader of the next comment line. */
function withoutLeaders(source: string): string {
  return source.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?/g, (leader) => ' '.repeat(leader.length));
}

/** The pages that a citation may mean: beside the file, from the root, or by a name that only one page has. */
function pagesCited({ root, byName }: Tree, file: string, cited: string): readonly string[] {
  // The alerts of the chart have a placeholder for the address of the runbooks. Images have the repository's folders below /app.
  const path = cited.replace(/^RUNBOOKS\//, 'docs/').replace(/^\/(app\/)?/, '');
  const near = [join(dirname(file), path), path].find((each) => existsSync(join(root, each)));
  return near === undefined ? (byName.get(path) ?? []) : [near];
}

/** Follows the places that are named behind a page, up to the first text that names none. */
function placeFaults(tree: Tree, page: string, behind: string): string[] {
  const anchor = /^#([\w-]+)/.exec(behind)?.[1];
  if (anchor !== undefined) return anchorFaults(tree, page, anchor);
  const { text, sections } = pageOf(tree, page);
  const faults: string[] = [];
  let numbered: Section | undefined;
  let section: Section | undefined;
  let rest = behind;
  for (let match = LOCATOR.exec(rest); match !== null; match = LOCATOR.exec(rest)) {
    rest = rest.slice(match[0].length);
    const { title, ofTitle, name, ofName, further, mark, word, next, first } = match.groups ?? {};
    const number = next ?? first;
    if (number !== undefined) {
      section = numbered = sections.find((each) => each.number === number);
      if (section === undefined) faults.push(`has no section ${number}`);
    }
    const wanted = (title ?? name)?.replaceAll(/\s+/g, ' ');
    if (wanted !== undefined) {
      section = sections.find((each) => each.title === wanted && isWithin(each, numbered));
      if (section === undefined)
        faults.push(
          `has no section "${wanted}"${numbered === undefined ? '' : ` in section ${numbered.number ?? ''}`}`,
        );
    }
    const point = ofTitle ?? ofName ?? further;
    if (
      point !== undefined &&
      section !== undefined &&
      !hasPoint(text.slice(section.from, section.to), point)
    )
      faults.push(`has no point ${point} in section "${section.title}"`);
    const needed = mark === undefined ? word : `**${mark}**`;
    if (needed !== undefined && !text.includes(needed)) faults.push(`does not name ${needed}`);
  }
  return faults.map((fault) => `${page} ${fault}; cite a place that the page has`);
}

function isWithin(inner: Section, outer: Section | undefined): boolean {
  return outer === undefined || (inner.from >= outer.from && inner.to <= outer.to);
}

function hasPoint(text: string, point: string): boolean {
  return new RegExp(`^ {0,3}${point}\\. `, 'm').test(text);
}

// ---- decisions and paths -----------------------------------------------------------------------------------------------

const DECISION = /\bADR (\d+)\b/g;
/** A file of the repository, or in backticks a folder: without them, "read/write" looks like one. */
const PATH =
  /(?<![\w/.@-])(?:services|proto|client|deploy|charts|test|docs)\/[\w/.-]*\w\.(?:ts|mjs|js|sql|yaml|yml|json|conf|proto|svg|png)\b|(?<=`)(?:services|proto|client|deploy|charts|test|docs)\/[\w/.-]*\w(?=\/?`)/g;
const COMMENTS: Readonly<Record<string, RegExp>> = {
  ts: /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs,
  sql: /(?<=^|\s)--[^\n]*/gs,
  yaml: /(?<=^|\s)#[^\n]*/gs,
  md: /^.+/gs,
};
const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'ts',
  mjs: 'ts',
  proto: 'ts',
  yml: 'yaml',
  sh: 'yaml',
  conf: 'yaml',
};

function pathFaults({ root }: Tree, file: string, source: string): Fault[] {
  const decisions = [...source.matchAll(DECISION)].flatMap(({ 1: number = '', index }) => {
    if (globSync(`docs/adr/${number.padStart(4, '0')}-*.md`, { cwd: root }).length > 0) return [];
    return [{ index, fault: `ADR ${number} does not exist; name one that docs/adr has` }];
  });
  // A path in the code itself is found by the compiler or by a test.
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const comments = COMMENTS[LANGUAGES[extension] ?? extension];
  if (comments === undefined) return decisions;
  const paths = [...source.matchAll(comments)].flatMap(({ 0: comment, index: start }) =>
    [...comment.matchAll(PATH)]
      .filter(([path]) => !path.endsWith('.md') && !existsSync(join(root, path)))
      .map(({ 0: path, index }) => ({
        index: start + index,
        fault: `${path} does not exist; name where it is now`,
      })),
  );
  return [...decisions, ...paths];
}

if (import.meta.main) {
  const dead = findDeadCitations(fileURLToPath(new URL('../../', import.meta.url)));
  for (const { file, line, fault } of dead) process.stderr.write(`${file}:${line}: ${fault}\n`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}
