// JupyterLab and Voila say on the body whether their theme is light.
function isDark() {
  return document.body.dataset.jpThemeLight === "false";
}

// The canvas of the board beside which this element stands, once both are on the page.
function boardOf(el) {
  return el.closest(".oldtown-board-view")?.querySelector("canvas.oldtown-board");
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

  const describe = () => boardOf(el)?.setAttribute("aria-label", model.get("words"));
  model.on("change:words", describe);
  const waiting = setInterval(() => {
    const canvas = boardOf(el);
    if (!canvas) return;
    clearInterval(waiting);
    // A canvas that takes the focus swallows every key; and as it takes it before it looks where the click was,
    // a board that is partly out of sight scrolls into view under the pointer. Keys have the grid instead.
    canvas.removeAttribute("tabindex");
    canvas.setAttribute("role", "img");
    describe();
  }, 30);
  return () => {
    observer.disconnect();
    clearInterval(waiting);
  };
}

export default { render };
