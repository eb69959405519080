// Figures as a file that a spreadsheet reads, and how a page gives a file to whoever wants it.

// To so many places, halves away from zero: no thousands are parted, so that a spreadsheet reads a number.
export const plain = (value, places) => value.decimal(places).replaceAll(",", "");

// `rows`: of each the cells by the names of the columns; one that is not there is empty.
export function csvOf(columns, rows) {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return `${lines.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}

function quoted(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// `parts`: texts or bytes
export function save(name, type, ...parts) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
