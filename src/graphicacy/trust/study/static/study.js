"use strict";
/* What the pages can do beyond their forms: keys, zoom, boxes on the picture, drafts, sending again when offline. */
(() => {
  const { study, rater, place } = document.body.dataset;
  const mine = `study:${study}:${rater}:`;
  const key = mine + place;

  /* Drafts: what was not sent yet, on this device; gone once it is sent, or the rater logs out. */
  const store = {
    get: () => {
      try {
        return JSON.parse(localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    set: (value) => {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        /* no room, or forbidden: the form still works */
      }
    },
    forget: () => {
      try {
        localStorage.removeItem(key);
      } catch {
        /* as above */
      }
    },
  };
  for (const link of document.querySelectorAll("[data-forget]")) link.addEventListener("click", store.forget);
  document.querySelector("form.out")?.addEventListener("submit", () => {
    try {
      for (const name of Object.keys(localStorage)) if (name.startsWith("study:")) localStorage.removeItem(name);
    } catch {
      /* as above */
    }
  });

  const form = document.getElementById("answer");
  if (!form) return;
  const field = (name) => form.elements[name];
  const stage = document.getElementById("stage");
  const sheet = document.getElementById("sheet");
  const layer = document.getElementById("boxes");
  const list = document.getElementById("tags");
  const said = document.getElementById("said");
  const help = document.getElementById("help");
  const scales = [...form.querySelectorAll("fieldset")];
  const [width, height] = layer.getAttribute("viewBox").split(" ").slice(2).map(Number);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const say = (text) => (said.textContent = text);
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /* Zoom and pan: the sheet, which has the picture's own size, is moved and scaled in the stage. */
  let view = { scale: 1, x: 0, y: 0 };
  const fitting = () => Math.min(stage.clientWidth / width, stage.clientHeight / height);
  const look = (next) => {
    const least = Math.min(1, fitting());
    const scale = clamp(next.scale, least, 16 * Math.max(least, 0.5));
    const bound = (at, room, size) => (size <= room ? (room - size) / 2 : clamp(at, room - size, 0));
    view = { scale, x: bound(next.x, stage.clientWidth, scale * width), y: bound(next.y, stage.clientHeight, scale * height) };
    sheet.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    layer.style.setProperty("--pen", `${2 / view.scale}px`);
    layer.style.setProperty("--letters", `${14 / view.scale}px`);
  };
  const fit = () => look({ scale: Math.min(fitting(), 2), x: 0, y: 0 });
  const zoom = (by, x = stage.clientWidth / 2, y = stage.clientHeight / 2) => {
    const scale = clamp(view.scale * by, Math.min(1, fitting()), 16 * Math.max(Math.min(1, fitting()), 0.5));
    const change = scale / view.scale;
    look({ scale, x: x - (x - view.x) * change, y: y - (y - view.y) * change });
  };
  const inStage = (event) => {
    const at = stage.getBoundingClientRect();
    return [event.clientX - at.left - stage.clientLeft, event.clientY - at.top - stage.clientTop];
  };
  const inPicture = (event) => {
    const [x, y] = inStage(event);
    return [clamp((x - view.x) / view.scale, 0, width), clamp((y - view.y) / view.scale, 0, height)];
  };

  /* The answer, and steps back to what it was. */
  let tags = [];
  let chosen = -1;
  let active = 0;
  const steps = [];
  const ratings = () => Object.fromEntries(scales.map((scale) => [scale.dataset.scale, field(`rating-${scale.dataset.scale}`).value]));
  const state = () => ({ ratings: ratings(), note: field("note").value, tags: tags.map((tag) => ({ ...tag, box: [...tag.box] })) });
  let before = null;
  const put = ({ ratings, note, tags: some }) => {
    for (const [name, value] of Object.entries(ratings)) for (const radio of field(`rating-${name}`)) radio.checked = radio.value === value;
    field("note").value = note;
    tags = some.map((tag) => ({ ...tag, box: [...tag.box] }));
    chosen = -1;
    draw();
  };
  const changed = (step = true) => {
    if (step) steps.push(before);
    before = state();
    field("tags").value = JSON.stringify(tags);
    field("client").value = newId();
    store.set({ ...before, based_on: field("based_on").value });
    say("");
  };
  const undo = () => {
    const last = steps.pop();
    if (!last) return say("There is nothing to undo on this page.");
    put(last);
    changed(false);
    say("Undone.");
  };

  /* Error tags: boxes in pixels of the picture. */
  const round = (value) => Math.round(value * 10) / 10;
  const element = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return made;
  };
  const box = (tag, i) => {
    const [x0, y0, x1, y1] = tag.box;
    const group = element("g", { class: i === chosen ? "box chosen" : "box", tabindex: 0, role: "button", "data-tag": i, "aria-label": `Mark ${i + 1}: ${tag.kind}` });
    const text = element("text", { x: x0, y: y0 });
    text.textContent = i + 1;
    group.append(element("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }), text);
    group.addEventListener("focus", () => choose(i));
    return group;
  };
  const row = (tag, i) => {
    const made = document.getElementById("tag").content.firstElementChild.cloneNode(true);
    const [kind, note, remove] = [made.querySelector("select"), made.querySelector("input"), made.querySelector("button")];
    kind.value = tag.kind;
    note.value = tag.note;
    kind.addEventListener("change", () => {
      tag.kind = kind.value;
      changed();
      draw();
    });
    note.addEventListener("change", () => {
      tag.note = note.value;
      changed();
    });
    remove.addEventListener("click", () => drop(i));
    made.classList.toggle("chosen", i === chosen);
    made.addEventListener("pointerdown", () => choose(i));
    return made;
  };
  const draw = () => {
    layer.replaceChildren(...tags.map(box));
    list.replaceChildren(...tags.map(row));
    document.getElementById("how").hidden = tags.length > 0;
  };
  const choose = (i) => {
    chosen = i;
    layer.querySelectorAll(".box").forEach((one, k) => one.classList.toggle("chosen", k === i));
    list.querySelectorAll("li").forEach((one, k) => one.classList.toggle("chosen", k === i));
  };
  const drop = (i) => {
    tags.splice(i, 1);
    chosen = -1;
    changed();
    draw();
  };
  const add = (corners, focus) => {
    if (tags.length >= 100) return say("A picture has at most 100 marks.");
    const kind = tags.at(-1)?.kind ?? document.getElementById("tag").content.querySelector("option").value;
    tags.push({ kind, box: corners.map(round), note: "" });
    chosen = tags.length - 1;
    changed();
    draw();
    if (focus) layer.lastElementChild.focus();
    else if (matchMedia("(pointer: fine)").matches) list.lastElementChild.querySelector("select").focus({ preventScroll: true });
  };
  const amid = () => {
    const [cx, cy] = [(stage.clientWidth / 2 - view.x) / view.scale, (stage.clientHeight / 2 - view.y) / view.scale];
    const half = clamp(40 / view.scale, 4, Math.min(width, height) / 4);
    const [x, y] = [clamp(cx, half, width - half), clamp(cy, half, height - half)];
    add([x - half, y - half, x + half, y + half], true);
  };
  const nudge = (event) => {
    const tag = tags[Number(event.target.dataset.tag)];
    const by = Math.max(1, 6 / view.scale);
    const [dx, dy] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
    let [x0, y0, x1, y1] = tag.box;
    if (event.shiftKey) [x1, y1] = [clamp(x1 + dx, x0 + 2, width), clamp(y1 + dy, y0 + 2, height)];
    else {
      const [mx, my] = [clamp(dx, -x0, width - x1), clamp(dy, -y0, height - y1)];
      [x0, y0, x1, y1] = [x0 + mx, y0 + my, x1 + mx, y1 + my];
    }
    tag.box = [x0, y0, x1, y1].map(round);
    const i = Number(event.target.dataset.tag);
    changed();
    draw();
    layer.children[i].focus();
  };

  /* Fingers and mouse: drag moves the picture, or draws a box; two fingers zoom. */
  const fingers = new Map();
  let marking = false;
  let drawn = null;
  const mark = (on) => {
    marking = on;
    stage.classList.toggle("marking", on);
    document.querySelector("[data-do=mark]").setAttribute("aria-pressed", on);
  };
  const corners = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  stage.addEventListener("pointerdown", (event) => {
    const on = event.target.closest("[data-tag]");
    if (on && !marking) return choose(Number(on.dataset.tag));
    if (event.button) return;
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, inStage(event));
    if (marking && fingers.size === 1) {
      drawn = { from: inPicture(event), rect: element("rect", { class: "new" }) };
      layer.append(drawn.rect);
    } else if (fingers.size === 2 && drawn) {
      drawn.rect.remove();
      drawn = null;
    }
  });
  stage.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = inStage(event);
    if (drawn) {
      const [x0, y0, x1, y1] = corners(drawn.from, inPicture(event));
      for (const [name, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) drawn.rect.setAttribute(name, value);
      return;
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      zoom(apart(to) / apart(from), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
    } else look({ ...view, x: view.x + to[0] - from[0], y: view.y + to[1] - from[1] });
    fingers.set(event.pointerId, to);
  });
  const lift = (event) => {
    fingers.delete(event.pointerId);
    if (!drawn) return;
    const made = corners(drawn.from, inPicture(event));
    drawn.rect.remove();
    drawn = null;
    if (event.type !== "pointerup") return;
    if (made[2] - made[0] < 4 / view.scale || made[3] - made[1] < 4 / view.scale) return say("Draw a box: press, move, let go.");
    mark(false);
    add(made, false);
  };
  stage.addEventListener("pointerup", lift);
  stage.addEventListener("pointercancel", lift);
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-clamp(event.deltaY, -120, 120) / 400), ...inStage(event));
    },
    { passive: false },
  );

  /* Keys. */
  const go = (to) => {
    active = clamp(to, 0, scales.length - 1);
    scales.forEach((scale, i) => scale.classList.toggle("active", i === active));
  };
  const rate = (value) => {
    const scale = scales[active];
    const radio = [...field(`rating-${scale.dataset.scale}`)].find((one) => one.value === value);
    radio.checked = true;
    changed();
    const next = scales.findIndex((one, i) => i > active && !field(`rating-${one.dataset.scale}`).value);
    go(next < 0 ? Math.min(active + 1, scales.length - 1) : next);
    scales[active].scrollIntoView({ block: "nearest" });
  };
  const actions = { mark: () => mark(!marking), in: () => zoom(1.4), out: () => zoom(1 / 1.4), fit, help: () => help.showModal() };
  const keys = {
    "+": actions.in, "=": actions.in, "-": actions.out, f: fit, b: actions.mark, n: amid, u: undo, "?": actions.help,
    ArrowUp: () => go(active - 1), ArrowDown: () => go(active + 1), Escape: () => mark(false), Enter: () => form.requestSubmit(),
    0: () => rate("none"), ...Object.fromEntries(["1", "2", "3", "4", "5"].map((value) => [value, () => rate(value)])),
  };
  document.addEventListener("keydown", (event) => {
    if (help.open) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return form.requestSubmit();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target;
    if (on.dataset?.tag !== undefined) {
      if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        return nudge(event);
      }
      if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        return drop(Number(on.dataset.tag));
      }
    }
    if (on.matches("textarea, select, input:not([type=radio])")) return;
    if (on.matches("a, button, summary") && (event.key === "Enter" || event.key === " ")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.querySelector(".tools").addEventListener("click", (event) => actions[event.target.closest("[data-do]")?.dataset.do]?.());
  form.addEventListener("change", (event) => {
    if (event.target.type === "radio") {
      go(scales.indexOf(event.target.closest("fieldset")));
      changed();
    } else if (event.target.name === "note") changed();
  });
  field("note").addEventListener("input", () => store.set({ ...state(), based_on: field("based_on").value }));

  /* Time spent: only while the page is seen. */
  let spent = Number(field("seconds").value) || 0;
  let since = document.hidden ? null : performance.now();
  const clock = () => {
    if (since !== null) spent += (performance.now() - since) / 1000;
    since = document.hidden ? null : performance.now();
    return spent;
  };
  document.addEventListener("visibilitychange", clock);

  /* Sending: the same submit again until it is answered, under one id, so that it is saved once. */
  const button = form.querySelector("button.main");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const send = async () => {
    const body = new URLSearchParams(new FormData(form));
    for (let wait = 1000; ; wait = Math.min(2 * wait, 30000)) {
      try {
        const reply = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
        if (reply.status !== 503) return reply;
        say("The study does not answer. What you entered is kept here and is sent again.");
      } catch {
        say("No connection. What you entered is kept here and is sent again.");
      }
      await pause(wait);
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    field("seconds").value = clock().toFixed(1);
    field("tags").value = JSON.stringify(tags);
    const open = scales.findIndex((scale) => !field(`rating-${scale.dataset.scale}`).value);
    if (open >= 0) {
      go(open);
      scales[open].scrollIntoView({ block: "nearest" });
      return say("Give every scale a number, or say that you cannot tell.");
    }
    button.disabled = true;
    const reply = await send();
    if (reply.status === 409) return form.submit(); // the page that shows both answers
    const result = await reply.json().catch(() => ({ message: "The answer of the study cannot be read: load the page again." }));
    if (!reply.ok) {
      button.disabled = false;
      return say(result.message);
    }
    store.forget();
    location.assign(result.next);
  });

  /* The start: what the form holds, then what was not sent. */
  form.noValidate = true; // what is missing is said beside the form
  document.querySelector(".tools").hidden = false;
  layer.removeAttribute("hidden");
  stage.classList.add("live");
  if (matchMedia("(max-width: 860px)").matches) for (const part of document.querySelectorAll(".task details")) part.open = false;
  tags = JSON.parse(field("tags").value);
  draw();
  before = state();
  const draft = store.get();
  if (draft?.ratings && !said.textContent) {
    put(draft);
    field("based_on").value = draft.based_on;
    before = state();
    field("tags").value = JSON.stringify(tags);
    say("What you had not sent is here again.");
  }
  go(Math.max(0, scales.findIndex((scale) => !field(`rating-${scale.dataset.scale}`).value)));
  fit();
  new ResizeObserver(fit).observe(stage);
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
