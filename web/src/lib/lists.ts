// Lists of names as people have them, and tables as spreadsheets want them.

/** The names in a list: one a line, or the first column of a table, or the one called "name". */
export function namesIn(text: string): string[] {
  const rows = text.split(/\r?\n/).map((line) => cells(line)).filter((row) => row.some(Boolean));
  const heads = rows[0]?.map((head) => head.toLowerCase()) ?? [];
  const column = heads.findIndex((head) => ['name', 'names', 'player', 'student', 'नाम'].includes(head));
  const names = (column < 0 ? rows : rows.slice(1)).map((row) => row[Math.max(column, 0)] ?? '');
  return [...new Set(names.filter(Boolean))];
}

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
