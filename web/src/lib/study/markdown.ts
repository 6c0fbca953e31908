// A parser for the subset of Markdown that RULES.md uses. HTML is not interpreted.

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  /** A drawn position with its drawing and the text about it. */
  | { kind: 'position'; position: string; drawing: string; about: Block[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)) {
    if (!part) continue;
    if (part.startsWith('`')) found.push({ kind: 'code', text: part.slice(1, -1) });
    else if (part.startsWith('**')) found.push({ kind: 'strong', text: part.slice(2, -2) });
    else if (part.startsWith('*') && part.length > 2) found.push({ kind: 'em', text: part.slice(1, -1) });
    else found.push({ kind: 'text', text: part });
  }
  return found;
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inlines(cell.trim()));

const ITEM = /^(?:- |\d+\. {1,2})/;

/** Removes an item's marker and indentation. */
function unindented(lines: string[]): string {
  const [head = '', ...rest] = lines;
  return [head.replace(ITEM, ''), ...rest.map((line) => line.replace(/^ {1,3}/, ''))].join('\n');
}

export function parse(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let i = 0;
  const take = (while_: (line: string) => boolean) => {
    const from = i;
    while (i < lines.length && while_(lines[i]!)) i++;
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const line = lines[i]!;
    if (!line.trim()) i++;
    else if (line.startsWith('#')) {
      const level = line.search(/[^#]/);
      blocks.push({ kind: 'heading', level, text: line.slice(level).trim() });
      i++;
    } else if (line.startsWith('```')) {
      i++;
      const text = take((next) => !next.startsWith('```')).join('\n');
      const position = /^```position (.+)/.exec(line)?.[1];
      blocks.push(
        position ? { kind: 'position', position, drawing: text, about: [] } : { kind: 'code', text },
      );
      i++;
    } else if (line.startsWith('    ')) {
      const drawn = take((next) => next.startsWith('    ') || !next.trim());
      blocks.push({
        kind: 'code',
        text: drawn
          .map((next) => next.slice(4))
          .join('\n')
          .trimEnd(),
      });
    } else if (line.startsWith('|')) {
      const [head, , ...rows] = take((next) => next.startsWith('|'));
      blocks.push({ kind: 'table', head: cells(head!), rows: rows.map(cells) });
    } else if (ITEM.test(line)) {
      const ordered = !line.startsWith('-');
      const items: Block[][] = [];
      while (i < lines.length && ITEM.test(lines[i]!)) {
        const head = lines[i++]!;
        const rest = take(
          (next) =>
            next.startsWith('  ') || (!next.trim() && i + 1 < lines.length && lines[i + 1]!.startsWith('  ')),
        );
        items.push(parse(unindented([head, ...rest])));
        take((next) => !next.trim() && ITEM.test(lines[i + 1] ?? ''));
      }
      blocks.push({ kind: 'list', ordered, items });
    } else {
      const said = take((next) => !!next.trim() && !/^(#|```|\|)/.test(next) && !ITEM.test(next));
      blocks.push({ kind: 'paragraph', inlines: inlines(said.join(' ')) });
    }
  }
  return blocks.filter((block, i) => {
    const before = blocks[i - 1];
    const isAbout = before?.kind === 'position' && (block.kind === 'paragraph' || block.kind === 'list');
    if (isAbout) before.about.push(block);
    return !isAbout;
  });
}
