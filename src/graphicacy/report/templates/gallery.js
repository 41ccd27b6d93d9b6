"use strict";
/* Galleries: rows are filtered, ordered and shown a page at a time; all of that lives in the address, #system=a&q=b&page=2.
   A page's own script calls gallery({ rows, noun, card, matches, text, score }). */
window.element = (tag, className, ...children) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

window.pictured = (picture, href, label, otherwise) => {
  const frame = element("a", "frame");
  frame.href = href;
  frame.setAttribute("aria-label", label);
  if (!picture) {
    frame.append(element("span", "blank", element("b", "", otherwise)));
    return frame;
  }
  const image = element("img");
  [image.src, image.width, image.height] = picture;
  image.alt = "";
  image.loading = "lazy";
  image.decoding = "async";
  frame.append(element("span", "picture", image));
  return frame;
};

window.shownNumber = (value) => (value === null ? element("span", "none", "–") : value.toFixed(3));

window.gallery = ({ rows, noun, card, matches, text, score }) => {
  const SHOWN = 48;
  const form = document.querySelector(".filters");
  const fields = [...form.elements].filter((field) => field.name);
  const selects = fields.filter((field) => field.tagName === "SELECT" && field.name !== "order");
  const list = document.getElementById("cards");
  const turner = document.querySelector(".pages");
  let page = 1;

  const wanted = () => Object.fromEntries(selects.filter((field) => field.value).map((field) => [field.name, field.value]));
  const matching = () => {
    const filters = wanted();
    const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = rows.filter((row) => matches(row, filters) && words.every((word) => text(row).includes(word)));
    const order = form.elements.order.value;
    if (!order) return shown;
    const unknown = order === "worst" ? 2 : -1;
    const value = (row) => score(row, filters) ?? unknown;
    return shown.sort(order === "worst" ? (a, b) => value(a) - value(b) : (a, b) => value(b) - value(a));
  };

  const show = () => {
    const shown = matching();
    const filters = wanted();
    const pages = Math.max(1, Math.ceil(shown.length / SHOWN));
    page = Math.min(Math.max(1, page), pages);
    list.replaceChildren(...shown.slice((page - 1) * SHOWN, page * SHOWN).map((row) => card(row, filters)));
    const all = rows.length;
    document.getElementById("count").textContent = shown.length === all ? `${all} ${noun}` : `${shown.length} of ${all} ${noun}`;
    document.getElementById("nothing").hidden = shown.length > 0;
    document.getElementById("page").textContent = `page ${page} of ${pages}`;
    turner.hidden = pages === 1;
    for (const button of turner.querySelectorAll("button")) button.disabled = button.dataset.turn < 0 ? page === 1 : page === pages;
  };

  const write = () => {
    const state = new URLSearchParams();
    for (const field of fields) if (field.value) state.set(field.name, field.value);
    if (page > 1) state.set("page", page);
    const told = state.toString();
    history.replaceState(null, "", told ? `#${told}` : location.pathname + location.search);
  };

  const restore = () => {
    const state = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
    for (const field of fields) {
      field.value = state.get(field.name) ?? "";
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.value = "";
    }
    page = Number(state.get("page")) || 1;
    show();
    if (state.size) document.getElementById("gallery").scrollIntoView({ behavior: "instant" });
  };

  const changed = () => {
    page = 1;
    show();
    write();
  };
  const clear = () => {
    for (const field of fields) field.value = "";
    changed();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", changed);
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    clear();
  });
  document.querySelector("[data-clear]").addEventListener("click", clear);
  turner.addEventListener("click", (event) => {
    const turn = Number(event.target.closest("[data-turn]")?.dataset.turn ?? 0);
    if (!turn) return;
    page += turn;
    show();
    write();
    form.scrollIntoView();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-set]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const field of fields) field.value = field.name === link.dataset.set ? link.dataset.value : "";
    changed();
    document.getElementById("gallery").scrollIntoView();
  });
  window.addEventListener("hashchange", () => location.hash.includes("=") && restore());
  window.addEventListener("beforeprint", () => {
    for (const image of list.querySelectorAll("img")) image.loading = "eager";
  });
  restore();
};
