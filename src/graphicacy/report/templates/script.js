"use strict";
(() => {
  const cards = [...document.querySelectorAll(".card")];
  const form = document.querySelector(".filters");
  const viewer = document.getElementById("viewer");
  if (!form) return;

  const place = new Map(cards.map((card, i) => [card, i]));
  const byId = new Map(cards.map((card) => [card.id, card]));
  const fields = [...form.elements].filter((field) => field.name);
  const errors = new Map(cards.map((card) => [card, JSON.parse(card.dataset.errors ?? "[]")]));
  const noun = form.dataset.noun ?? "figures";
  let open = "";

  /* The state of the page is its address: #system=a&type=b&q=c&open=d. Other fragments are plain anchors. */
  const read = () => (location.hash.includes("=") ? new URLSearchParams(location.hash.slice(1)) : null);

  const write = () => {
    const state = new URLSearchParams();
    for (const field of fields) {
      if (field.type === "checkbox" ? !field.checked : field.value) state.set(field.name, field.type === "checkbox" ? "off" : field.value);
    }
    if (open) state.set("open", open);
    const text = state.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  };

  const restore = () => {
    const state = read();
    if (!state) return;
    for (const field of fields) {
      const value = state.get(field.name) ?? "";
      if (field.type === "checkbox") field.checked = value !== "off";
      else field.value = value;
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.value = "";
    }
    apply();
    show(state.get("open") ?? "");
  };

  const matches = (card, wanted, words) =>
    Object.entries(wanted).every(([name, value]) => (name === "error" ? errors.get(card).includes(value) : card.dataset[name] === value)) &&
    words.every((word) => card.dataset.words.includes(word));

  const apply = () => {
    const wanted = {};
    for (const field of form.querySelectorAll("select:not([name=order])")) if (field.value) wanted[field.name] = field.value;
    const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !matches(card, wanted, words);
      shown += card.hidden ? 0 : 1;
    }
    document.getElementById("count").textContent = shown === cards.length ? `${shown} ${noun}` : `${shown} of ${cards.length} ${noun}`;
    document.getElementById("nothing").hidden = shown > 0;
    marks(form.elements.marks.checked);
  };

  const marks = (on) => {
    document.body.classList.toggle("plain", !on);
    form.elements.marks.checked = on;
    viewer.querySelector(".marks").checked = on;
  };

  const score = (card, unknown) => (card.dataset.overall === "" ? unknown : Number(card.dataset.overall));
  const sort = () => {
    const order = form.elements.order.value;
    const compare = {
      worst: (a, b) => score(a, 2) - score(b, 2),
      best: (a, b) => score(b, -1) - score(a, -1),
    }[order];
    cards.sort((a, b) => (compare ? compare(a, b) : 0) || place.get(a) - place.get(b));
    document.querySelector(".cards").append(...cards);
  };

  const visible = () => cards.filter((card) => !card.hidden);

  const show = (id) => {
    const card = byId.get(id);
    if (!card) {
      open = "";
      if (viewer.open) viewer.close();
      return;
    }
    open = id;
    const stage = viewer.querySelector(".stage");
    const frame = document.createElement("div");
    frame.className = card.querySelector(".frame").className;
    frame.append(...[...card.querySelector(".frame").childNodes].map((node) => node.cloneNode(true)));
    const side = document.createElement("div");
    side.className = "side";
    side.tabIndex = 0;
    side.append(card.querySelector(".caption").cloneNode(true), card.querySelector(".verdicts").cloneNode(true));
    stage.replaceChildren(frame, side);
    const among = visible();
    const at = among.indexOf(card);
    viewer.querySelector(".place").textContent = at < 0 ? "" : `${at + 1} of ${among.length}`;
    if (!viewer.open) viewer.showModal();
    side.focus({ preventScroll: true });
  };

  const step = (by) => {
    const among = visible();
    const at = among.findIndex((card) => card.id === open);
    if (!among.length) return;
    show(among[(at + by + among.length) % among.length].id);
    write();
  };

  const reset = () => {
    for (const field of fields) {
      if (field.type === "checkbox") field.checked = true;
      else field.value = "";
    }
    sort();
    apply();
    write();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    reset();
  });
  form.addEventListener("input", (event) => {
    if (event.target.name === "order") sort();
    apply();
    write();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-open], [data-set], [data-clear]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if ("clear" in link.dataset) return reset();
    if (link.dataset.open) {
      show(link.dataset.open);
      return write();
    }
    for (const field of form.querySelectorAll("select:not([name=order])")) field.value = field.name === link.dataset.set ? link.dataset.value : "";
    form.elements.q.value = "";
    apply();
    write();
    document.getElementById("gallery").scrollIntoView();
  });

  viewer.addEventListener("click", (event) => {
    if (event.target === viewer || event.target.closest("[data-close]")) viewer.close();
    const button = event.target.closest("[data-step]");
    if (button) step(Number(button.dataset.step));
  });
  viewer.addEventListener("close", () => {
    const last = byId.get(open);
    open = "";
    write();
    last?.querySelector(".frame").focus({ preventScroll: true });
  });
  const zoom = viewer.querySelector(".zoom");
  const enlarge = () => viewer.classList.toggle("large", zoom.checked);
  zoom?.addEventListener("input", enlarge);
  viewer.querySelector(".marks").addEventListener("input", (event) => {
    marks(event.target.checked);
    write();
  });

  /* Pointing at a line of a list lights its mark. */
  viewer.addEventListener("pointerover", (event) => {
    const number = event.target.closest("[data-mark]")?.dataset.mark;
    for (const mark of viewer.querySelectorAll("[data-mark]")) mark.classList.toggle("lit", mark.dataset.mark === number);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=search], select")) return;
    if (event.key === "o") {
      marks(!form.elements.marks.checked);
      write();
    } else if (event.key === "z" && zoom && viewer.open) {
      zoom.checked = !zoom.checked;
      enlarge();
    } else if (viewer.open && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      step(event.key === "ArrowLeft" ? -1 : 1);
    }
  });

  window.addEventListener("beforeprint", () => {
    for (const image of document.querySelectorAll(".card img")) image.loading = "eager";
  });

  window.addEventListener("hashchange", () => {
    restore();
    sort();
  });
  restore();
  if (form.elements.order.value) sort();
})();
