"use strict";
/* The gallery of drawings: filters, order, search and page live in the address, #system=a&type=b&q=c&page=2. */
(() => {
  const form = document.querySelector(".filters");
  const data = window.data?.figures;
  if (!form || !data) return;

  const SHOWN = 48;
  const [overall, ...dimensions] = ["overall", "TF", "SC", "SQ", "CA"];
  const status = { ok: "Picture not available", "no-drawing": "No drawing", failed: "Failed" };
  const fields = [...form.elements].filter((field) => field.name);
  const list = document.getElementById("cards");
  const turner = document.querySelector(".pages");
  let page = 1;

  const figures = data.figures.map(([id, picture, system, task, sample, state, scores, errors, missing, words]) => {
    const { id: name, words: asked, type, discipline, difficulty } = data.tasks[task];
    const kinds = errors.map((error) => data.errors[error]);
    const drawn = data.systems[system];
    const text = `${drawn.name.toLowerCase()} ${asked} ${kinds.join(" ")} ${words}`;
    return { id, picture, system: drawn.name, kind: drawn.kind, task: name, type, discipline, difficulty, sample, state, scores, kinds, missing, text };
  });

  const element = (tag, className, ...children) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };
  const foreign = (tag, text) => element(tag, "foreign", text);
  const number = (value) => (value === null ? element("span", "none", "–") : value.toFixed(3));

  const card = (figure) => {
    const made = element("article", "card");
    const frame = element("a", "frame");
    frame.href = `figures/${figure.id}.html`;
    frame.setAttribute("aria-label", `${figure.task} by ${figure.system}, sample ${figure.sample}`);
    if (figure.picture) {
      const image = element("img");
      [image.src, image.width, image.height] = figure.picture;
      image.alt = "";
      image.loading = "lazy";
      image.decoding = "async";
      frame.append(element("span", "picture", image));
    } else {
      frame.append(element("span", "blank", element("b", "", status[figure.state] ?? figure.state)));
    }
    const heading = element("h3", "", foreign("span", figure.task));
    if (figure.sample > 1) heading.append(" ", element("span", "range", `sample ${figure.sample}`));
    const by = element("p", "by", foreign("span", figure.system));
    if (figure.kind === "control") by.append(" ", element("span", "tag", "control"));
    const scores = element("dl", "scores");
    [overall, ...dimensions].forEach((name, i) => scores.append(element("div", "", element("dt", "", name), element("dd", "", number(figure.scores[i])))));
    const caption = element("div", "caption", heading, by, scores);
    if (figure.missing) caption.append(element("p", "range", `${figure.missing} ${figure.missing === 1 ? "label" : "labels"} missing`));
    made.append(frame, caption);
    return made;
  };

  const matching = () => {
    const wanted = [...form.querySelectorAll("select:not([name=order])")].filter((field) => field.value);
    const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = figures.filter(
      (figure) =>
        wanted.every(({ name, value }) => (name === "error" ? figure.kinds.includes(value) : figure[name] === value)) &&
        words.every((word) => figure.text.includes(word)),
    );
    const score = (figure, unknown) => figure.scores[0] ?? unknown;
    const order = { worst: (a, b) => score(a, 2) - score(b, 2), best: (a, b) => score(b, -1) - score(a, -1) }[form.elements.order.value];
    return order ? shown.sort(order) : shown;
  };

  const show = () => {
    const shown = matching();
    const pages = Math.max(1, Math.ceil(shown.length / SHOWN));
    page = Math.min(Math.max(1, page), pages);
    list.replaceChildren(...shown.slice((page - 1) * SHOWN, page * SHOWN).map(card));
    document.getElementById("count").textContent =
      shown.length === figures.length ? `${shown.length} figures` : `${shown.length} of ${figures.length} figures`;
    document.getElementById("nothing").hidden = shown.length > 0;
    document.getElementById("page").textContent = `page ${page} of ${pages}`;
    turner.hidden = pages === 1;
    for (const button of turner.querySelectorAll("button")) button.disabled = button.dataset.turn < 0 ? page === 1 : page === pages;
  };

  const write = () => {
    const state = new URLSearchParams();
    for (const field of fields) if (field.value) state.set(field.name, field.value);
    if (page > 1) state.set("page", page);
    const text = state.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
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
})();
