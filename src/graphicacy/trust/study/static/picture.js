"use strict";
/* The picture that is rated: zoom, pan, and marks, which are boxes in pixels of the picture. It knows nothing of the
   form: `changed` is called after each step, `typed` after each letter of a mark's note. */
const makePicture = ({ say, changed, typed }) => {
  const stage = document.getElementById("stage");
  const sheet = document.getElementById("sheet");
  const layer = document.getElementById("boxes");
  const list = document.getElementById("tags");
  const template = document.getElementById("tag").content;
  const [width, height] = layer.getAttribute("viewBox").split(" ").slice(2).map(Number);
  const names = Object.fromEntries([...template.querySelectorAll("option")].map((one) => [one.value, one.text]));
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const round = (value) => Math.round(value * 10) / 10;

  /* Zoom and pan: the sheet, which has the picture's own size, is moved and scaled in the stage. */
  const EDGE = 10; // screen pixels around a picture that is shown whole
  let view = { scale: 1, x: 0, y: 0 };
  let room = [0, 0];
  let whole = true;
  const fitting = () => Math.min((stage.clientWidth - 2 * EDGE) / width, (stage.clientHeight - 2 * EDGE) / height);
  const least = () => Math.min(1, fitting());
  const limited = (scale) => clamp(scale, least(), 16 * Math.max(least(), 0.5));
  const look = (next, isWhole = false) => {
    const scale = limited(next.scale);
    const bound = (at, size, of) => (of <= size ? (size - of) / 2 : clamp(at, size - of - EDGE, EDGE));
    room = [stage.clientWidth, stage.clientHeight];
    view = { scale, x: bound(next.x, room[0], scale * width), y: bound(next.y, room[1], scale * height) };
    whole = isWhole;
    stage.classList.toggle("whole", whole);
    sheet.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    sheet.style.setProperty("--pixel", `${1 / view.scale}px`);
  };
  const fit = () => look({ scale: Math.min(fitting(), 2), x: 0, y: 0 }, true);
  const zoom = (by, x = stage.clientWidth / 2, y = stage.clientHeight / 2) => {
    const scale = limited(view.scale * by);
    const change = scale / view.scale;
    look({ scale, x: x - (x - view.x) * change, y: y - (y - view.y) * change });
  };
  const pan = (dx, dy) => look({ ...view, x: view.x + dx, y: view.y + dy }, whole && view.scale <= fitting());
  const resized = () => {
    if (whole) return fit();
    look({ ...view, x: view.x + (stage.clientWidth - room[0]) / 2, y: view.y + (stage.clientHeight - room[1]) / 2 });
  };
  const inStage = (event) => {
    const at = stage.getBoundingClientRect();
    return [event.clientX - at.left - stage.clientLeft, event.clientY - at.top - stage.clientTop];
  };
  const inPicture = (event) => {
    const [x, y] = inStage(event);
    return [clamp((x - view.x) / view.scale, 0, width), clamp((y - view.y) / view.scale, 0, height)];
  };

  /* Marks, on the picture and in the list beside it. */
  let tags = [];
  let chosen = -1;
  const copy = (some) => some.map(({ kind, box, note }) => ({ kind, box: [...box], note }));
  const element = (name, attributes) => set(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
  const set = (node, attributes) => {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const frame = ([x0, y0, x1, y1]) => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
  const place = (group, [x0, y0, x1, y1]) => {
    set(group.querySelector("rect"), frame([x0, y0, x1, y1]));
    set(group.querySelector("text"), { x: x0, y: y0 });
    group.querySelectorAll("circle").forEach((one, k) => set(one, { cx: k % 2 ? x1 : x0, cy: k < 2 ? y0 : y1 }));
  };
  const drawBox = (tag, i) => {
    const label = `Mark ${i + 1}: ${names[tag.kind]}`;
    const group = element("g", { class: "box", tabindex: 0, role: "button", "data-tag": i, "aria-label": label, "aria-describedby": "box-keys" });
    const number = element("text", {});
    number.textContent = i + 1;
    group.append(element("rect", {}), number, ...[0, 1, 2, 3].map((corner) => element("circle", { "data-corner": corner })));
    place(group, tag.box);
    group.addEventListener("focus", () => choose(i));
    return group;
  };
  const drawRow = (tag, i) => {
    const row = template.firstElementChild.cloneNode(true);
    const [kind, note, remove] = [row.querySelector("select"), row.querySelector("input"), row.querySelector("button")];
    kind.value = tag.kind;
    note.value = tag.note;
    remove.setAttribute("aria-label", `Remove mark ${i + 1}`);
    kind.addEventListener("change", () => {
      tag.kind = kind.value;
      changed();
      layer.children[i].replaceWith(drawBox(tag, i));
      choose(i);
    });
    note.addEventListener("input", () => {
      tag.note = note.value;
      typed();
    });
    note.addEventListener("change", changed);
    remove.addEventListener("click", () => drop(i));
    row.addEventListener("focusin", () => choose(i));
    return row;
  };
  const draw = () => {
    layer.replaceChildren(...tags.map(drawBox));
    list.replaceChildren(...tags.map(drawRow));
    document.getElementById("how").hidden = tags.length > 0;
    choose(chosen);
  };
  const choose = (i) => {
    chosen = i;
    for (const all of [layer, list]) [...all.children].forEach((one, k) => one.classList.toggle("chosen", k === i));
  };
  const drop = (i) => {
    tags.splice(i, 1);
    chosen = -1;
    changed();
    draw();
    say(`Mark ${i + 1} removed.`);
    stage.focus({ preventScroll: true });
  };
  const add = (box) => {
    if (tags.length >= 100) return say("A picture has at most 100 marks.");
    tags.push({ kind: tags.at(-1)?.kind ?? Object.keys(names)[0], box: box.map(round), note: "" });
    chosen = tags.length - 1;
    changed();
    draw();
    return true;
  };
  const amid = () => {
    const at = (size, of, from) => {
      const half = Math.min(Math.max(40 / view.scale, 4), of / 4);
      const middle = clamp((size / 2 - from) / view.scale, half, of - half);
      return [middle - half, middle + half];
    };
    const [[x0, x1], [y0, y1]] = [at(stage.clientWidth, width, view.x), at(stage.clientHeight, height, view.y)];
    if (add([x0, y0, x1, y1])) layer.lastElementChild.focus({ preventScroll: true });
  };
  const moved = ([x0, y0, x1, y1], dx, dy) => {
    const [mx, my] = [clamp(dx, -x0, width - x1), clamp(dy, -y0, height - y1)];
    return [x0 + mx, y0 + my, x1 + mx, y1 + my].map(round);
  };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const nudge = (i, event) => {
    const tag = tags[i];
    const by = Math.max(1, 6 / view.scale);
    const [dx, dy] = ARROWS[event.key].map((way) => way * by);
    const [x0, y0, x1, y1] = tag.box;
    if (event.shiftKey) tag.box = [x0, y0, Math.min(Math.max(x1 + dx, x0 + 2), width), Math.min(Math.max(y1 + dy, y0 + 2), height)].map(round);
    else tag.box = moved(tag.box, dx, dy);
    place(layer.children[i], tag.box);
    changed();
  };

  /* Fingers and mouse: a drag moves the picture, draws a box, or moves or sizes the chosen one; two fingers zoom. */
  const fingers = new Map();
  let marking = false;
  let held = null; // what the first finger does: its start in the picture, and the box so far
  const mark = (on) => {
    marking = on;
    stage.classList.toggle("marking", on);
    document.querySelector("[data-do=mark]").setAttribute("aria-pressed", on);
    if (on) say("Draw a box around the error: press, move, let go.");
  };
  const spanned = ([ax, ay], [bx, by]) => [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
  const take = (event) => {
    const from = inPicture(event);
    if (marking) return { new: true, from, shape: layer.appendChild(element("rect", { class: "new" })) };
    const i = Number(event.target.closest(".chosen[data-tag]")?.dataset.tag ?? -1);
    if (i < 0) return null;
    const { box } = tags[i];
    const corner = event.target.dataset.corner;
    // A corner is held where it is, not where the finger is; the opposite one stays.
    if (corner === undefined) return { i, from, box, old: box };
    const [x, y] = [box[corner % 2 ? 2 : 0], box[corner < 2 ? 1 : 3]];
    return { i, from, box, old: box, at: [x, y], still: [box[corner % 2 ? 0 : 2], box[corner < 2 ? 3 : 1]] };
  };
  const drag = (to) => {
    const [dx, dy] = [to[0] - held.from[0], to[1] - held.from[1]];
    if (held.new) held.box = spanned(held.from, to);
    else if (held.at) held.box = spanned(held.still, [clamp(held.at[0] + dx, 0, width), clamp(held.at[1] + dy, 0, height)]).map(round);
    else held.box = moved(held.old, dx, dy);
    if (held.new) set(held.shape, frame(held.box));
    else place(layer.children[held.i], held.box);
  };
  const letGo = (keep) => {
    const { new: isNew, shape, i, box, old } = held;
    held = null;
    shape?.remove();
    const isSmall = !box || box[2] - box[0] < 4 / view.scale || box[3] - box[1] < 4 / view.scale;
    if (isNew) {
      if (!keep) return;
      if (isSmall) return say("Draw a box around the error: press, move, let go.");
      mark(false);
      if (add(box) && matchMedia("(pointer: fine)").matches) list.lastElementChild.querySelector("select").focus({ preventScroll: true });
    } else if (keep && !isSmall && String(box) !== String(old)) {
      tags[i].box = box;
      changed();
    } else place(layer.children[i], old);
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, inStage(event));
    if (fingers.size === 1) held = take(event);
    else if (held) letGo(false);
    if (!held && fingers.size === 1) choose(Number(event.target.closest("[data-tag]")?.dataset.tag ?? -1));
  });
  stage.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    if (held) return drag(inPicture(event));
    const to = inStage(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      pan((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
      zoom(apart(to) / apart(from), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
    } else pan(to[0] - from[0], to[1] - from[1]);
    fingers.set(event.pointerId, to);
  });
  const lift = (event) => {
    if (fingers.delete(event.pointerId) && held) letGo(event.type === "pointerup");
  };
  stage.addEventListener("pointerup", lift);
  stage.addEventListener("pointercancel", lift);
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode ? 30 : 1; // Firefox counts lines
      const speed = event.ctrlKey ? 100 : 400; // two fingers on a trackpad move less than a wheel
      zoom(Math.exp(-clamp(event.deltaY * lines, -120, 120) / speed), ...inStage(event));
    },
    { passive: false },
  );

  /* Keys on a box, or on the picture. True where the key was for them. */
  const key = (event) => {
    const i = event.target.dataset?.tag;
    if (i === undefined && event.target !== stage) return false;
    if (event.key in ARROWS) {
      if (i !== undefined) nudge(Number(i), event);
      else pan(...ARROWS[event.key].map((way) => -60 * way));
    } else if (i !== undefined && (event.key === "Delete" || event.key === "Backspace")) drop(Number(i));
    else return false;
    return true;
  };

  stage.classList.add("live");
  stage.tabIndex = 0;
  layer.removeAttribute("hidden");
  fit();
  new ResizeObserver(resized).observe(stage);

  return {
    tags: () => copy(tags),
    put: (some) => {
      tags = copy(some);
      chosen = -1;
      draw();
    },
    toggle: () => mark(!marking),
    stop: () => mark(false),
    larger: () => zoom(1.4),
    smaller: () => zoom(1 / 1.4),
    fit,
    amid,
    key,
  };
};
