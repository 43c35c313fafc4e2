// What the browser remembers. Where it may not remember anything, the page works all the same.

/** Reads a remembered value; the fallback where there is none or it is of another kind. */
export function recall<T>(key: string, fallback: T, fits: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`plybook.${key}`) ?? 'null');
    return fits(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** What is remembered of single places, and can be made again. */
const SPARE = /^plybook\.(tree|lab) /;

/** Makes room in a full store. */
function forgetSpare(): void {
  for (const key of Object.keys(localStorage)) if (SPARE.test(key)) localStorage.removeItem(key);
}

/** Remembers a value. */
export function remember(key: string, value: unknown): void {
  const put = () => localStorage.setItem(`plybook.${key}`, JSON.stringify(value));
  try {
    put();
  } catch {
    try {
      forgetSpare();
      put();
    } catch {
      // A forbidden store: the value lasts as long as the page.
    }
  }
}
