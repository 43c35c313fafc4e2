// Taking things along: files that the browser saves, texts in the clipboard, pictures of boards.

/** Lets the browser save a file. */
export function save(name: string, content: string | Blob, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A name for a file, made of words: `chess-960-518`. */
export const fileName = (...words: readonly string[]): string =>
  words.join('-').replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '').toLowerCase();

/** A field of a table of comma-separated values, in quotes where it needs them. */
export function csvField(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table of comma-separated values. */
export const csvTable = (rows: readonly (readonly (string | number | boolean | null)[])[]): string =>
  rows.map((row) => row.map(csvField).join(',')).join('\n') + '\n';

/** What a drawing looks like without the page's style sheets. */
const LOOKS = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linejoin', 'stroke-linecap', 'stroke-dasharray', 'opacity', 'font-family',
  'font-size', 'font-weight', 'text-anchor', 'paint-order', 'vector-effect',
];
/** What is drawn for the hand only: what can be picked, what is picked. */
const AIDS = ['target', 'pickable', 'picked', 'focus', 'heat'];
/** Side of a picture in dots, along its longer side. */
const DOTS = 1200;

/** A board as a picture of its own, as it looks now. */
export function boardPicture(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [from, to] = [board, copy].map((top) => [...top.querySelectorAll('*')]);
  to?.forEach((element, number) => {
    const original = from?.[number];
    if (!original) return;
    const look = getComputedStyle(original);
    if (AIDS.some((name) => original.classList.contains(name)) || look.opacity === '0') return element.remove();
    for (const { name } of [...element.attributes]) if (/^(class|role|tabindex|aria-|data-)/.test(name)) element.removeAttribute(name);
    if (original instanceof SVGGElement && look.opacity !== '1') element.setAttribute('opacity', look.opacity);
    if (!(original instanceof SVGGElement)) for (const name of LOOKS) element.setAttribute(name, look.getPropertyValue(name));
  });
  const { width, height } = board.viewBox.baseVal;
  const scale = DOTS / Math.max(width, height);
  copy.setAttribute('width', String(Math.round(width * scale)));
  copy.setAttribute('height', String(Math.round(height * scale)));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const { name } of [...copy.attributes]) if (/^(class|role|aria-|style)/.test(name)) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy).replaceAll(/<!--.*?-->/g, '');
}

/** A picture as dots. */
export async function dots(picture: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser makes no picture of this board.'))), 'image/png');
  });
}
