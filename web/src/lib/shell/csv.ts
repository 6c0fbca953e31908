// Lists of names as people have them, and tables as spreadsheets want them.

const WHOLE = ['full name', 'player', 'student', 'student name', "student's name", 'pupil', 'पूरा नाम', 'नाम थर', 'विद्यार्थीको नाम'];
/** Beside a last name it is the first one, and alone it is all of it. */
const FIRST = ['name', 'names', 'first name', 'firstname', 'given name', 'नाम', 'पहिलो नाम'];
const LAST = ['last name', 'lastname', 'surname', 'family name', 'थर'];

/**
 * The names in a list: one a line, or all in one line, or a column of a table: the one called "name", or first and last
 * names, or the first that has words in it. Two of one name are two people.
 */
export function namesIn(text: string): string[] {
  const rows = text.split(/\r?\n/).map((line) => cells(line)).filter((row) => row.some(Boolean));
  const [head = []] = rows;
  const called = (words: string[]) => head.findIndex((cell) => words.includes(cell.toLowerCase()));
  const [whole, first] = [called(WHOLE), called(FIRST)];
  if (whole >= 0) return namesFrom(rows.slice(1), [whole]);
  if (first >= 0) return namesFrom(rows.slice(1), [first, called(LAST)]);
  if (rows.length === 1 && head.length > 1) return head.filter((cell) => /\p{L}/u.test(cell)).map(inOrder);
  // Before the names there may be numbers, and above those a heading that nobody knows.
  const hasWords = (column: number, from: number) => rows.slice(from).some((row) => /\p{L}/u.test(row[column] ?? ''));
  const headings = Number(rows.length > 1 && head.some((_, column) => hasWords(column, 0) && !hasWords(column, 1)));
  return namesFrom(rows.slice(headings), [Math.max(head.findIndex((_, column) => hasWords(column, headings)), 0)]);
}

/** What stands in these columns of each row, as one name. */
const namesFrom = (rows: string[][], columns: number[]) =>
  rows.map((row) => inOrder(columns.map((column) => row[column]).filter(Boolean).join(' '))).filter(Boolean);

/** "Rai, Bikash" as a name is said, since a name has no comma in it; and without the number of a line. */
const inOrder = (name: string) => name.replace(/^\p{Nd}+[.)]\s*/u, '').replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');

/** The cells of a line, between commas, semicolons or tabs; quotation marks keep one together. */
function cells(line: string): string[] {
  const found = line.matchAll(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g);
  return [...found].slice(0, -1).map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim());
}

/** A table for spreadsheets. A cell that would be taken for a formula is kept a text. */
export function csv(rows: string[][]): string {
  const quoted = (cell: string) => `"${(/^[=+\-@]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(quoted).join(',') + '\r\n').join('');
}

/** Hands a text to whoever sits there, as a file. */
export function download(name: string, text: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([text], { type: 'text/csv' })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
