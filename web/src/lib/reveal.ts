// Bringing what a button opened before the reader's eyes.

/** Scrolls to an element as far as needed: on a phone, what a button opens may lie far away from it. */
export function show(element: HTMLElement): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
}

/** Does so as soon as the element is there, and gives its first field the keyboard. */
export function showAndFocus(element: HTMLElement): void {
  show(element);
  element.querySelector<HTMLElement>('select, input, button')?.focus({ preventScroll: true });
}
