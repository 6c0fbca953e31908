// Names from pasted class lists, and CSV export.

const WHOLE = [
  'full name',
  'player',
  'student',
  'student name',
  "student's name",
  'pupil',
  'पूरा नाम',
  'नाम थर',
  'विद्यार्थीको नाम',
];
/** A first name if there is a column of last names, otherwise the full name. */
const FIRST = ['name', 'names', 'first name', 'firstname', 'given name', 'नाम', 'पहिलो नाम'];
const LAST = ['last name', 'lastname', 'surname', 'family name', 'थर'];

/**
 * Parses names: one per line, all in one line, or a column of a table (the one called “name”, first and last
 * names, or the first with letters in it). Equal names are different people.
 */
export function namesIn(text: string): string[] {
  const rows = text
    .split(/\r?\n/)
    .map((line) => cells(line))
    .filter((row) => row.some(Boolean));
  const [head = []] = rows;
  const called = (words: string[]) => head.findIndex((cell) => words.includes(cell.toLowerCase()));
  const [whole, first] = [called(WHOLE), called(FIRST)];
  if (whole >= 0) return namesFrom(rows.slice(1), [whole]);
  if (first >= 0) return namesFrom(rows.slice(1), [first, called(LAST)]);
  if (rows.length === 1 && head.length > 1) return head.filter((cell) => /\p{L}/u.test(cell)).map(inOrder);
  // There may be a column of numbers before the names, and an unknown heading above them.
  const hasWords = (column: number, from: number) =>
    rows.slice(from).some((row) => /\p{L}/u.test(row[column] ?? ''));
  const headings = Number(
    rows.length > 1 && head.some((_, column) => hasWords(column, 0) && !hasWords(column, 1)),
  );
  return namesFrom(rows.slice(headings), [
    Math.max(
      head.findIndex((_, column) => hasWords(column, headings)),
      0,
    ),
  ]);
}

/** Joins these columns of each row into a name. */
const namesFrom = (rows: string[][], columns: number[]) =>
  rows
    .map((row) =>
      inOrder(
        columns
          .map((column) => row[column])
          .filter(Boolean)
          .join(' '),
      ),
    )
    .filter(Boolean);

/** Turns "Rai, Bikash" into "Bikash Rai", since names contain no comma, and drops line numbers. */
const inOrder = (name: string) =>
  name.replace(/^\p{Nd}+[.)]\s*/u, '').replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');

/** Splits a line at commas, semicolons or tabs, with quoted cells. */
function cells(line: string): string[] {
  const found = line.matchAll(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g);
  return [...found]
    .slice(0, -1)
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim());
}

/** Writes a table as CSV. Cells that spreadsheets would take for formulas are escaped. */
export function csv(rows: string[][]): string {
  const quoted = (cell: string) => `"${(/^[=+\-@]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(quoted).join(',') + '\r\n').join('');
}

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(new Blob([text], { type: 'text/csv' })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
