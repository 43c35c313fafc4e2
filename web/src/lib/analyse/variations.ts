// Lines of a game that are not the one shown: nothing that was played in Analyse is lost.

/** Whether a line begins with another one, or is that line. */
export function begins(line: readonly string[], start: readonly string[]): boolean {
  return start.length <= line.length && start.every((move, number) => line[number] === move);
}

/** How many moves two lines have in common. */
export function common(one: readonly string[], other: readonly string[]): number {
  const differ = one.findIndex((move, number) => other[number] !== move);
  return differ < 0 ? one.length : differ;
}

/** The other lines of a game after its shown line became another one: no line is part of another one. */
export function keep(others: readonly string[][], left: readonly string[], shown: readonly string[]): string[][] {
  const all = [...others, [...left]].filter((line) => !begins(shown, line));
  return all.filter((line, number) =>
    !all.some((other, place) => place !== number && begins(other, line) && (other.length > line.length || place < number)));
}
