// A table of real buttons: one row for a building, one column for a plot, the last one for "left out". The heads of
// rows and columns are buttons too: they pick a building or a plot.
// Tab goes from row to row, the arrow keys from cell to cell, Enter or Space does what a click does.
const STYLE = `
.oldtown-grid { border-collapse: collapse; font-size: 12px; color: var(--jp-ui-font-color1, inherit); }
.oldtown-grid caption { text-align: left; padding-bottom: 4px; }
.oldtown-grid th { font-weight: normal; padding: 0 2px; }
.oldtown-grid th[scope=row] { text-align: right; white-space: nowrap; padding-right: 4px; }
.oldtown-grid td { padding: 1px 0; }
.oldtown-grid button { font: inherit; color: inherit; padding: 0; border-radius: 3px; cursor: pointer;
  border: 1px solid var(--jp-border-color1, #999); background: transparent; }
.oldtown-grid td button { width: 19px; height: 20px; line-height: 18px; background-clip: padding-box; }
.oldtown-grid th button { border-color: transparent; padding: 1px 4px; }
.oldtown-grid th[scope=col] button { padding: 1px 0; width: 19px; }
.oldtown-grid button:focus-visible { outline: 3px solid #1b75d0; outline-offset: 1px; }
.oldtown-grid .crossed { color: #b54400; border-style: dashed; }
[data-jp-theme-light="false"] .oldtown-grid .crossed { color: #ff9a5c; }
.oldtown-grid .ruled { border-color: transparent; opacity: .45; }
.oldtown-grid .placed { background: #00785a !important; color: #fff; font-weight: bold; }
.oldtown-grid .single { border: 2px solid #00785a; font-weight: bold; }
.oldtown-grid .chosen { background: var(--jp-layout-color3, #ddd); font-weight: bold; }
.oldtown-grid-scroll { overflow-x: auto; container-type: inline-size; }
@container (max-width: 520px) {
  .oldtown-grid { font-size: 11px; }
  .oldtown-grid th { padding: 0; }
  .oldtown-grid th button { padding: 1px 2px; }
  .oldtown-grid th[scope=row] { padding-right: 1px; }
  .oldtown-grid td button, .oldtown-grid th[scope=col] button { width: 17px; }
}
`;
const SIGNS = { open: "\u00b7", single: "\u25cb", crossed: "\u2717", ruled: "\u2013", placed: "\u2713" };
const WORDS = {
  open: "may stand", single: "only place left", crossed: "crossed out by hand", ruled: "ruled out", placed: "placed",
};

function placeName(place) {
  return place === 0 ? "left out" : `plot ${place}`;
}

function render({ model, el }) {
  const style = document.createElement("style");
  style.textContent = STYLE;
  const scroll = document.createElement("div");
  scroll.className = "oldtown-grid-scroll";
  const table = document.createElement("table");
  table.className = "oldtown-grid";
  scroll.append(table);
  el.append(style, scroll);
  const rows = model.get("rows");
  const places = model.get("places");
  const cells = [];
  const heads = [];
  const tops = [];

  const caption = table.createCaption();
  const head = table.createTHead().insertRow();
  head.append(document.createElement("td"));
  for (const place of places) {
    const th = document.createElement("th");
    th.scope = "col";
    head.append(th);
    if (place === 0) {
      th.textContent = "out";
      continue;
    }
    const picker = document.createElement("button");
    picker.textContent = place;
    picker.tabIndex = tops.length === 0 ? 0 : -1;
    picker.dataset.row = -1;
    picker.dataset.column = tops.length;
    picker.onclick = () => model.send({ do: "plot", place });
    th.append(picker);
    tops.push(picker);
  }
  const body = table.createTBody();
  rows.forEach((name, r) => {
    const row = body.insertRow();
    const th = document.createElement("th");
    th.scope = "row";
    const chooser = document.createElement("button");
    chooser.textContent = name;
    chooser.title = `Show the plots of the ${name}`;
    chooser.tabIndex = -1;
    chooser.dataset.row = r;
    chooser.dataset.column = -1;
    chooser.onclick = () => model.send({ do: "choose", row: r });
    th.append(chooser);
    row.append(th);
    heads.push(chooser);
    cells.push(places.map((place, c) => {
      const button = document.createElement("button");
      button.tabIndex = c === 0 ? 0 : -1;
      button.dataset.row = r;
      button.dataset.column = c;
      button.onclick = () => model.send({ do: "toggle", row: r, place });
      row.insertCell().append(button);
      return button;
    }));
  });

  function draw() {
    const states = model.get("states");
    const heat = model.get("heat");
    const chosen = model.get("chosen");
    const plot = model.get("plot");
    caption.textContent = model.get("caption");
    tops.forEach((button, c) => {
      const words = `Plot ${places[c]}${places[c] === plot ? ", picked" : ""}`;
      button.classList.toggle("chosen", places[c] === plot);
      button.setAttribute("aria-pressed", places[c] === plot);
      button.setAttribute("aria-label", words);
      button.title = `Pick plot ${places[c]}`;
    });
    cells.forEach((row, r) => {
      heads[r].classList.toggle("chosen", r === chosen);
      heads[r].setAttribute("aria-pressed", r === chosen);
      row.forEach((button, c) => {
        const state = states[r][c];
        const share = heat.length ? heat[r][c] : 0;
        const often = heat.length ? `, in ${(100 * share).toFixed(1)} % of the towns` : "";
        button.className = state;
        button.textContent = SIGNS[state];
        button.style.backgroundColor = share ? `rgba(199, 123, 48, ${0.1 + 0.8 * share})` : "";
        const words = `${rows[r]}, ${placeName(places[c])}: ${WORDS[state]}${often}`;
        button.setAttribute("aria-label", words);
        button.title = words;
        button.setAttribute("aria-pressed", state === "crossed" || state === "ruled");
      });
    });
  }

  // The button in a row and a column; the heads of columns are in row -1, those of rows in column -1.
  const buttonAt = (row, column) => (row < 0 ? tops[column] : column < 0 ? heads[row] : cells[row]?.[column]);

  // Where the answer to "why" is read. It is on another tab, whose opening hides the button that has the focus.
  function followAnswer() {
    const answer = el.closest(".oldtown-lab")?.querySelector(".oldtown-answer");
    if (!answer) return;
    let patience = 100;
    const waiting = setInterval(() => {
      if (answer.offsetParent !== null) {
        answer.tabIndex = -1;
        answer.focus({ preventScroll: false });
      }
      patience -= 1;
      if (answer.offsetParent !== null || patience === 0) clearInterval(waiting);
    }, 30);
  }

  table.addEventListener("keydown", (event) => {
    const row = Number(event.target.dataset.row);
    const column = Number(event.target.dataset.column);
    if (Number.isNaN(row)) return;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const isCell = row >= 0 && column >= 0;
    if (step) {
      const target = buttonAt(row + step[0], column + step[1]);
      if (target) {
        const line = target.dataset.row < 0 ? tops : [heads[target.dataset.row], ...cells[target.dataset.row]];
        line.forEach((button) => { button.tabIndex = button === target ? 0 : -1; });
        target.focus();
      }
    } else if (event.key === "p" && isCell) {
      model.send({ do: "place", row, place: places[column] });
    } else if (event.key === "w" && isCell) {
      model.send({ do: "why", row, place: places[column] });
      followAnswer();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  // The notebook's own shortcuts must not hear what is typed here.
  el.setAttribute("data-lm-suppress-shortcuts", "true");

  for (const name of ["states", "heat", "chosen", "plot", "caption"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
