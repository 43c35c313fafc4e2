// The little Markdown that rules are written in, as data: nothing is ever put into the page as HTML.

export type Inline = { kind: 'text' | 'bold' | 'italic' | 'code'; text: string };

export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const MARKED = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

export function inlines(text: string): Inline[] {
  const parts: Inline[] = [];
  let last = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > last) parts.push({ kind: 'text', text: text.slice(last, match.index) });
    if (match[1] !== undefined) parts.push({ kind: 'bold', text: match[1] });
    else if (match[2] !== undefined) parts.push({ kind: 'italic', text: match[2] });
    else parts.push({ kind: 'code', text: match[3] ?? '' });
    last = match.index + match[0].length;
  }
  if (last < text.length) parts.push({ kind: 'text', text: text.slice(last) });
  return parts;
}

const cellsOf = (line: string): Inline[][] =>
  line.replace(/^\||\|$/g, '').split('|').map((cell) => inlines(cell.trim()));

export function blocks(text: string): Block[] {
  const lines = text.split('\n');
  const found: Block[] = [];
  let at = 0;
  const take = (fits: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && fits(lines[at] ?? '')) at += 1;
    return lines.slice(start, at);
  };
  const plain = (line: string) => line.trim() !== '' && !/^(#|```|\||- )/.test(line.trimStart());
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#+) (.*)$/.exec(line);
    if (line.trim() === '') {
      at += 1;
    } else if (heading) {
      found.push({ kind: 'heading', level: heading[1]?.length ?? 1, inlines: inlines(heading[2] ?? '') });
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      found.push({ kind: 'code', text: take((next) => !next.startsWith('```')).join('\n') });
      at += 1;
    } else if (line.startsWith('|')) {
      const [head = '', , ...rows] = take((next) => next.startsWith('|'));
      found.push({ kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) });
    } else if (line.startsWith('- ')) {
      const items: string[] = [];
      while (at < lines.length && (lines[at] ?? '').startsWith('- ')) {
        const first = (lines[at] ?? '').slice(2);
        at += 1;
        items.push([first, ...take((next) => /^\s+\S/.test(next))].map((part) => part.trim()).join(' '));
      }
      found.push({ kind: 'list', items: items.map(inlines) });
    } else {
      const body = take(plain);
      if (body.length === 0) at += 1;
      found.push({ kind: 'paragraph', inlines: inlines((body.length > 0 ? body : [line]).join(' ')) });
    }
  }
  return found;
}
