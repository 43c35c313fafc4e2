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

/** Remembers a value. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`plybook.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the value lasts as long as the page.
  }
}
