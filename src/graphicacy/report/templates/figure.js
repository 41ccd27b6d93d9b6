"use strict";
/* The page of a figure: marks on and off, a line of a list lights its mark, arrow keys lead to its neighbours. */
(() => {
  const toggle = document.querySelector(".marks");
  const show = (on) => {
    toggle.checked = on;
    document.body.classList.toggle("plain", !on);
  };
  toggle?.addEventListener("input", () => show(toggle.checked));

  document.addEventListener("pointerover", (event) => {
    const number = event.target.closest("[data-mark]")?.dataset.mark;
    for (const mark of document.querySelectorAll("[data-mark]")) mark.classList.toggle("lit", mark.dataset.mark === number);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, pre")) return;
    if (event.key === "o" && toggle) show(!toggle.checked);
    const to = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    document.querySelector(`a[rel=${to}]`)?.click();
  });
})();
