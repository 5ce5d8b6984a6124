// A click on a heading sorts the table by that column, another click the other way around.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => sort(table, heads, column)));
}

function sort(table, heads, column) {
  const head = heads[column];
  const numbers = head.classList.contains("number");
  const first = numbers ? "descending" : "ascending";
  const other = numbers ? "ascending" : "descending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  heads.forEach((each) => each.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows];
  rows.sort((one, two) => compare(one.cells[column], two.cells[column], numbers, sign));
  table.tBodies[0].append(...rows);
}

function compare(one, two, numbers, sign) {
  if (!numbers) return sign * one.textContent.localeCompare(two.textContent);
  const [a, b] = [one, two].map((cell) => (cell.dataset.order ? Number(cell.dataset.order) : NaN));
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b); // no figure: always last
  return sign * (a - b);
}
