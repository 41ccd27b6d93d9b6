"use strict";
/* The page of a question: the answer that is open lies over the picture; #by=SYSTEM opens that of a system. */
(() => {
  const answers = [...document.querySelectorAll("details.given")];
  const layers = [...document.querySelectorAll(".layer")];
  const toggle = document.querySelector(".marks");
  const shot = document.querySelector(".shot");

  const draw = () => {
    const open = answers.find((answer) => answer.open)?.dataset.layer ?? "0";
    for (const layer of layers) layer.classList.toggle("on", layer.dataset.layer === open);
  };
  for (const answer of answers) {
    answer.addEventListener("toggle", () => {
      if (answer.open) for (const other of answers) if (other !== answer) other.open = false;
      draw();
    });
  }
  const show = (on) => {
    if (!toggle) return;
    toggle.checked = on;
    document.body.classList.toggle("plain", !on);
  };
  toggle?.addEventListener("input", () => show(toggle.checked));

  const restore = () => {
    const by = new URLSearchParams(location.hash.slice(1)).get("by");
    const answer = by && answers.find((one) => JSON.parse(one.dataset.by).includes(by));
    if (answer) answer.open = true;
  };

  document.addEventListener("pointerover", (event) => {
    const number = event.target.closest(".on [data-mark], details[open] [data-mark]")?.dataset.mark;
    for (const mark of document.querySelectorAll("[data-mark]")) mark.classList.toggle("lit", mark.dataset.mark === number);
  });
  const size = document.querySelector("input.large");
  const enlarge = () => document.querySelector(".shown").classList.toggle("enlarged", size.checked);
  const large = () => {
    size.checked = !size.checked;
    enlarge();
  };
  size.addEventListener("input", enlarge);
  shot?.addEventListener("dblclick", large);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, pre")) return;
    if (event.key === "o") show(!toggle?.checked);
    if (event.key === "z") large();
    const to = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (to) document.querySelector(`a[rel=${to}]`)?.click();
  });
  window.addEventListener("hashchange", restore);
  restore();
  draw();
})();
