// JupyterLab and Voila say on the body whether their theme is light.
function isDark() {
  return document.body.dataset.jpThemeLight === "false";
}

// The board beside which this element stands, once both are on the page.
function boardOf(el) {
  return el.closest(".oldtown-board-view");
}

function canvasOf(el) {
  return boardOf(el)?.querySelector("canvas.oldtown-board");
}

// What the canvas's own widget listens to. It would take every finger for a click, keep the page from scrolling, not
// tell one mouse button from another, and tell the kernel wherever the pointer goes.
const UNHEARD = [
  "mousedown", "mouseup", "mousemove", "mouseout", "mouseenter", "mouseleave", "wheel",
  "touchstart", "touchmove", "touchend", "touchcancel", "keydown", "keyup", "keypress",
];

// Sends where the reader clicks or taps, in the canvas's own pixels. A mouse is answered when its main button goes
// down, as that is quickest; a finger or a pen when the browser calls it a click, which it does not after a swipe.
function listen(model, board, canvas) {
  let pointer = "mouse";
  const send = (event) => {
    const box = canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) * canvas.width) / box.width;
    const y = ((event.clientY - box.top) * canvas.height) / box.height;
    model.send({ do: "click", x, y });
  };
  canvas.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (pointer === "mouse" && event.button === 0 && !event.ctrlKey) send(event);
  });
  canvas.addEventListener("click", (event) => {
    if (pointer !== "mouse") send(event);
  });
  const keep = (event) => {
    if (event.target === canvas) event.stopPropagation();
  };
  for (const kind of UNHEARD) board.addEventListener(kind, keep, true);
  canvas.style.touchAction = "manipulation";
}

function render({ model, el }) {
  el.style.display = "none";
  const tellTheme = () => {
    if (model.get("dark") !== isDark()) {
      model.set("dark", isDark());
      model.save_changes();
    }
  };
  const observer = new MutationObserver(tellTheme);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  tellTheme();
  if (!model.get("has_board")) return () => observer.disconnect();

  const describe = () => canvasOf(el)?.setAttribute("aria-label", model.get("words"));
  model.on("change:words", describe);
  const waiting = setInterval(() => {
    const canvas = canvasOf(el);
    if (!canvas) return;
    clearInterval(waiting);
    // A canvas that takes the focus swallows every key; and as it takes it before it looks where the click was,
    // a board that is partly out of sight scrolls into view under the pointer. Keys have the grid instead.
    canvas.removeAttribute("tabindex");
    canvas.setAttribute("role", "img");
    listen(model, boardOf(el), canvas);
    describe();
  }, 30);
  return () => {
    observer.disconnect();
    model.off("change:words", describe);
    clearInterval(waiting);
  };
}

export default { render };
